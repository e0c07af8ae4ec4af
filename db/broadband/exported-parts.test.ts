import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Connections, openReader } from '#db/client.ts';
import { writeGeoPackage } from '#db/geopackage/writer.ts';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { csvExport, geoJsonExport } from '#lib/broadband/export/text-exports.ts';
import { degreesText, longitudeOf, type Point, SERVICE_BOX } from '#lib/broadband/point.ts';
import { areSeparate } from '#lib/shapes/simple-rings.ts';
import { distanceToEdge } from '#tests/models/sample-rings.ts';
import { drawNeighbours, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import {
  collection,
  feature,
  file,
  importFile,
  nowMs,
  offered,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { refusalOf } from '#tests/support/refusals.ts';
import { exportedParts, requireExported } from './exported-parts.ts';
import { coverageLookup } from './lookup.ts';

const baseUrl = 'https://watea.example';

function newPath(name: string): string {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  return join(folder.path, name);
}

function exportGeoJson({ reader }: Connections, versionId: number): string {
  const version = requireExported(reader, versionId, baseUrl);
  return [...geoJsonExport(version, exportedParts(reader, versionId))].join('');
}

function exportGeoPackage({ reader }: Connections, versionId: number): string {
  const path = newPath('out.gpkg');
  const version = requireExported(reader, versionId, baseUrl);
  Array.from(writeGeoPackage(path, version, exportedParts(reader, versionId), new Date(nowMs).toISOString()));
  return path;
}

async function publishFeatures(database: Connections, ...features: object[]): Promise<number> {
  const { id } = await importFile(database, file(collection(...features)), { mode: 'add' });
  await publishVersion(database, id, writing);
  return id;
}

/** Rings in units as the coordinates of a GeoJSON polygon. */
function coordinatesOf(rings: readonly Int32Array[]): number[][][] {
  return rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, at) => [
      Number(degreesText(longitudeOf({ x: ring[at * 2] ?? 0 }))),
      Number(degreesText(ring[at * 2 + 1] ?? 0)),
    ]),
  );
}

const near = { x: -56_000_000, y: -410_000_000, step: 3000, reach: 200 };

/** Features with every shape that once confused a look-up, several offers among them, and the points to compare. */
function confusingFeatures(): { features: object[]; points: Point[]; crossing: Int32Array[] } {
  const random = seededRandom(77);
  // without the shapes that an import refuses or unwraps
  const isUsual = (rings: readonly Int32Array[]) =>
    rings.every((ring) => ring.length >= 8 && ring.every((value) => Math.abs(value) < 850_000_000));
  const parts = [
    ...Object.values(SHAPES).flatMap((draw, place) =>
      draw(random, near).map((rings) => ({ rings, speed: 100 + place, provider: `Provider ${place % 3}` })),
    ),
    ...drawNeighbours(random, near).map(({ rings, offer }) => ({ rings, speed: 500 + offer, provider: 'Provider 4' })),
  ].filter(({ rings }) => isUsual(rings));
  const features = parts.map(({ rings, speed, provider }) =>
    feature({ bandwidth_max_mbps: speed, bandwidth_min_mbps: 1, provider }, ...coordinatesOf(rings)),
  );
  const vertices = parts.flatMap(({ rings }) => rings.flatMap((ring) => [...ring]));
  const points = Array.from({ length: 4000 }, (_, place): Point => {
    const at = random(0, vertices.length / 2 - 1) * 2;
    const [x = 0, y = 0] = vertices.slice(at, at + 2);
    const [nextX = x, nextY = y] = vertices.slice(at + 2, at + 4);
    const middle = place % 2 === 0;
    return {
      x: (middle ? Math.floor((x + nextX) / 2) : x) + random(-1, 1),
      y: (middle ? Math.floor((y + nextY) / 2) : y) + random(-1, 1),
    };
  });
  const { minX, maxX, minY, maxY } = SERVICE_BOX;
  return {
    features,
    points: points.filter(({ x, y }) => x >= minX && x <= maxX && y >= minY && y <= maxY),
    crossing: parts.filter(({ rings }) => !areSeparate(rings)).flatMap(({ rings }) => rings),
  };
}

function answers(database: Connections, points: readonly Point[]): string[] {
  const reader = openReader(database.reader.sqlite.name);
  const lookup = coverageLookup(reader);
  const found = points.map((point) => lookup.answerAt(point, '', ''));
  reader.sqlite.close();
  return found;
}

describe.each(['geojson', 'gpkg'] as const)('a version exported as %s and imported again', (format) => {
  test('gives the same answers, also on edges and vertices of areas that do not cross themselves', async () => {
    const { features, points, crossing } = confusingFeatures();
    const database = freshDatabase();
    const versionId = await publishFeatures(database, ...features);
    const other = freshDatabase();
    const written = format === 'gpkg' ? exportGeoPackage(database, versionId) : newPath('out.geojson');
    if (format === 'geojson') writeFileSync(written, exportGeoJson(database, versionId));
    const again = await importFile(other, coverageFileAt(written));
    await publishVersion(other, again.id, writing);
    const [before, after] = [answers(database, points), answers(other, points)];
    expect(points.length).toBeGreaterThan(3000);
    expect(new Set(before).size).toBeGreaterThan(10);
    const differing = points.filter((_, place) => before[place] !== after[place]);
    // where an area crosses itself, its edges are led through whole units
    expect(differing.filter(({ x, y }) => distanceToEdge(crossing, x, y) > 1.5)).toEqual([]);
    expect(differing.length).toBeLessThan(20);
    // a second export is identical to the byte, except for the number of the version
    const number = (text: string) => text.replaceAll(/version \d+/g, 'version').replaceAll(/"delivery":"[^"]*"/g, '');
    expect(number(exportGeoJson(other, again.id))).toBe(number(exportGeoJson(database, versionId)));
  });

  test('keeps areas outside the service area, across 180° and across the meridian of Greenwich', async () => {
    const across = [179.5, -44, -179.5, -44, -179.5, -43.5, 179.5, -43.5, 179.5, -44];
    const greenwich = [-1, 50, 1, 50, 1, 51, -1, 51, -1, 50];
    const pairs = (flat: number[]) =>
      Array.from({ length: flat.length / 2 }, (_, at) => flat.slice(at * 2, at * 2 + 2));
    const database = freshDatabase();
    const versionId = await publishFeatures(
      database,
      feature({}, pairs(across)),
      feature({}, square(-176.6, -44)),
      feature({}, pairs(greenwich)),
    );
    const other = freshDatabase();
    const written = format === 'gpkg' ? exportGeoPackage(database, versionId) : newPath('out.geojson');
    if (format === 'geojson') writeFileSync(written, exportGeoJson(database, versionId));
    const again = await importFile(other, coverageFileAt(written));
    expect(again.report).toMatchObject({ parts: 3, partsOutside: 3 });
    await publishVersion(other, again.id, writing);
    const partsOf = (of: Connections, id: number) => [...exportedParts(of.reader, id)].map(({ rings }) => rings);
    const sorted = (rings: Int32Array[][]) => rings.map((part) => part.map((ring) => [...ring].sort((a, b) => a - b)));
    expect(sorted(partsOf(other, again.id) as Int32Array[][])).toEqual(
      sorted(partsOf(database, versionId) as Int32Array[][]),
    );
  });
});

test('the GeoJSON names its sources and the dates of their data, and follows RFC 7946', async () => {
  const database = freshDatabase();
  const clockwise = square(174, -41).toReversed();
  const hole = square(174.02, -40.98, 0.02);
  const { id } = await importFile(
    database,
    file(collection(feature({}, clockwise, hole), feature({}, square(-176.6, -44)))),
    {
      asOf: '2026-11-01',
      delivery: 'network',
    },
  );
  await publishVersion(database, id, writing);
  const parsed = JSON.parse(exportGeoJson(database, id));
  expect(parsed).toMatchObject({
    type: 'FeatureCollection',
    name: 'Wātea broadband coverage, version 1',
    attribution:
      'Broadband coverage of New Zealand from Wātea, https://watea.example, version 1, published 2026-11-20. Sources, with the dates of their data: One (2026-11-01).',
    layers: [{ technology: 'Fibre', provider: 'One', delivery: 'network', as_of: '2026-11-01' }],
    features: [
      {
        type: 'Feature',
        properties: { ...offered, delivery: 'network', as_of: '2026-11-01', completion: null, timing_id: 1 },
        geometry: { type: 'Polygon' },
      },
      {
        geometry: {
          coordinates: [
            [
              [-176.6, -44],
              [-176.5, -44],
              [-176.5, -43.9],
              [-176.6, -43.9],
              [-176.6, -44],
            ],
          ],
        },
      },
    ],
  });
  const twiceArea = (ring: [number, number][]) =>
    ring.slice(1).reduce((sum, [x, y], at) => sum + (ring[at]?.[0] ?? 0) * y - x * (ring[at]?.[1] ?? 0), 0);
  const [outer, inner] = parsed.features[0].geometry.coordinates;
  expect(twiceArea(outer)).toBeGreaterThan(0);
  expect(twiceArea(inner)).toBeLessThan(0);
});

test('the GeoPackage has the metadata that other programs expect', async () => {
  const database = freshDatabase();
  const versionId = await publishFeatures(
    database,
    feature({ completion: 'never' }, square(174, -41)),
    feature({}, square(175, -42)),
  );
  const sqlite = new Database(exportGeoPackage(database, versionId), { readonly: true });
  onTestFinished(() => {
    sqlite.close();
  });
  expect(sqlite.pragma('application_id', { simple: true })).toBe(0x47504b47);
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  expect(sqlite.prepare('SELECT * FROM gpkg_contents').get()).toEqual({
    table_name: 'coverage',
    data_type: 'features',
    identifier: 'Wātea broadband coverage, version 1',
    description: expect.stringContaining('Sources'),
    last_change: '2026-11-19T23:00:00.000Z',
    min_x: 174,
    min_y: -42,
    max_x: 175.1,
    max_y: -40.9,
    srs_id: 4326,
  });
  expect(sqlite.prepare('SELECT metadata FROM gpkg_metadata').pluck().get()).toContain('"attribution"');
  const geometry = sqlite.prepare('SELECT geom FROM coverage').pluck().get() as Buffer;
  expect([geometry.toString('latin1', 0, 2), geometry.readInt32LE(4), geometry.readDoubleLE(8)]).toEqual([
    'GP',
    4326,
    174,
  ]);
  // well-known binary: little endian, a polygon, one ring, five positions
  const wkb = geometry.subarray(40);
  expect([wkb[0], wkb.readUInt32LE(1), wkb.readUInt32LE(5), wkb.readUInt32LE(9)]).toEqual([1, 3, 1, 5]);
});

test('the CSV lists the offers with the number of their areas, and no formula that a spreadsheet would run', async () => {
  const database = freshDatabase();
  const versionId = await publishFeatures(
    database,
    feature({ provider: '=cmd()', url: 'https://one.example/?a=1,2' }, square(174, -41)),
    feature({ provider: '=cmd()', url: 'https://one.example/?a=1,2' }, square(175, -41)),
  );
  const version = requireExported(database.reader, versionId, baseUrl);
  const text = [...csvExport(version, exportedParts(database.reader, versionId))].join('');
  expect(text.split('\r\n')).toEqual([
    '\uFEFFtechnology,provider,delivery,as_of,availability,completion,wholesale_network,url,bandwidth_min_mbps,bandwidth_max_mbps,bandwidth_up_min_mbps,bandwidth_up_max_mbps,timing_id,areas,vertices,version,attribution',
    `Fibre,'=cmd(),towns,,Available,,No,"https://one.example/?a=1,2",100,900,20,500,1,2,10,1,"Broadband coverage of New Zealand from Wātea, https://watea.example, version 1, published 2026-11-20. Sources, with the dates of their data: =cmd() (no date given)."`,
    '',
  ]);
});

test('only versions that have been published are exported', async () => {
  const database = freshDatabase();
  const first = await publishFeatures(database, feature({}, square(174, -41)));
  const { id } = await importFile(database, file(collection(feature({}, square(175, -41)))), { mode: 'replace' });
  const refusedOf = (versionId: number) => refusalOf(() => requireExported(database.reader, versionId, baseUrl)).reason;
  expect(refusedOf(id)).toEqual({ code: 'version-never-published', versionId: id });
  expect(refusedOf(99)).toEqual({ code: 'no-such-version', versionId: 99 });
  await publishVersion(database, id, writing);
  expect(requireExported(database.reader, first, baseUrl).versionId).toBe(first);
});
