import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import {
  addLayer,
  beginGeoPackage,
  fileWith,
  geometryBlob,
  sqliteFile,
  wkbPolygon,
} from '#tests/support/files/geopackage.ts';
import { dbf, shp } from '#tests/support/files/shapefile.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';
import { coverageFileAt } from './coverage-file.ts';
import { inspectCoverage } from './inspect-coverage.ts';

const areas = square(174, -41);
const geoJson = JSON.stringify(collection(feature({}, areas)));
const csv = `provider,wkt\nOne,"POLYGON ((${areas.map((position) => position.join(' ')).join(', ')}))"\n`;
const kml = `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${areas.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;

function geoPackage(layers: readonly string[]): Buffer {
  return readFileSync(
    sqliteFile((sqlite) => {
      beginGeoPackage(sqlite);
      for (const layer of layers) addLayer(sqlite, layer, [[geometryBlob(wkbPolygon([areas])), 'One', 900]]);
    }),
  );
}

const readme = { name: 'readme.txt', content: 'All rights reserved.' };

/** Content, or how to make it within a test. */
type Content = string | Buffer | (() => Buffer);

const made = (content: Content) => (typeof content === 'function' ? content() : content);

async function inspect(members: readonly { name: string; content: Content }[], choices = {}) {
  const database = freshDatabase();
  const path = fileWith(
    zipOf([readme, ...members.map(({ name, content }) => ({ name, content: made(content) }))]),
    'delivery.zip',
  );
  const before = readdirSync(dirname(database.writer.sqlite.name));
  try {
    return await inspectCoverage(database, coverageFileAt(path), { ...noChoices, ...choices });
  } finally {
    // what was unpacked is removed, whatever happened
    const left = readdirSync(dirname(database.writer.sqlite.name)).filter((name) => !before.includes(name));
    expect(left.filter((name) => name.startsWith(`${basename(database.writer.sqlite.name)}-scratch`))).toEqual([]);
  }
}

describe('a zip archive', () => {
  test.each<[string, { name: string; content: Content }[]]>([
    ['GeoJSON', [{ name: 'data/towns.geojson', content: geoJson }]],
    ['GeoJSON', [{ name: 'towns.json', content: geoJson }]],
    [
      'GeoJSON',
      [
        { name: 'towns.geojson', content: geoJson },
        { name: 'style.json', content: '{}' },
      ],
    ],
    ['GeoPackage', [{ name: 'data/towns.gpkg', content: () => geoPackage(['towns']) }]],
    ['CSV', [{ name: 'towns.csv', content: csv }]],
    [
      'KML',
      [
        { name: 'towns.kml', content: kml },
        { name: 'towns.csv', content: csv },
      ],
    ],
  ])('of one %s is read like the file itself', async (format, members) => {
    const { found } = await inspect(members);
    expect(found).toMatchObject({ format, report: { features: 1, parts: 1, vertices: 5 }, faultsInAll: 0 });
  });

  test('of a GeoPackage with several layers asks for the layer, and reads it', async () => {
    const members = [{ name: 'towns.gpkg', content: geoPackage(['farms', 'towns']) }];
    const { found, layers } = await inspect(members);
    expect([found, layers.map(({ name }) => name)]).toEqual([null, ['farms', 'towns']]);
    expect((await inspect(members, { layer: 'farms' })).found).toMatchObject({
      layerName: 'farms',
      report: { parts: 1 },
    });
  });

  test.each([
    [['a.geojson', 'b.geojson']],
    [['a.gpkg', 'b.geojson']],
    [['a.gpkg', 'b.gpkg']],
    [['a.shp', 'b.kml']],
    [['a.json', 'b.csv']],
  ])('of several coverage files is refused with their names: %s', async (names) => {
    const members = names.map((name) => ({ name, content: name.endsWith('shp') ? shp([[areas]]) : geoJson }));
    const others = [{ name: 'a.dbf', content: dbf([{ name: 'provider' }], [['One']]) }];
    expect(codeAndWords((await rejectionOf(inspect([...members, ...others]))).reason)).toEqual([
      'zip-ambiguous',
      `The zip archive has several coverage files: ${names.map((name) => JSON.stringify(name)).join(', ')}. Import each separately.`,
    ]);
  });

  test.each<[string, Content, code: string]>([
    ['towns.gpkg', 'name,size\nnot,coverage\n', 'no-place-columns'],
    ['towns.gpkg', () => geoPackage(['towns']).subarray(0, 5000), 'geopackage-damaged'],
    ['towns.geojson', geoJson.slice(0, -4), 'file-cut-short'],
    ['towns.geojson', zipOf([readme]), 'packed-twice'],
    ['towns.geojson', '', 'file-empty'],
  ])('with a damaged %s is refused (%#)', async (name, content, code) => {
    expect((await rejectionOf(inspect([{ name, content }]))).reason.code).toBe(code);
  });
});
