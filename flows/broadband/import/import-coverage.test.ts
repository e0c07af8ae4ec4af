import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CoverageBusy, withCoverageLock } from '#db/broadband/lock.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { coverageOffer } from '#db/broadband/schema.ts';
import { layersOf } from '#db/broadband/versions.ts';
import { type Connections, openReader } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { Refusal, wordedFault } from '#lib/refusal.ts';
import {
  collection,
  dump,
  feature,
  file,
  importFile,
  nowMs,
  offered,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { fileWith } from '#tests/support/files/geopackage.ts';
import { dbf, shapefileZip, shp } from '#tests/support/files/shapefile.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { coverageFileAt } from './coverage-file.ts';
import type { ImportOptions } from './import-coverage.ts';

const towns = collection(feature({}, square(174, -41)));

async function publishFile(
  database: Connections,
  given: SourceFile,
  options: Partial<ImportOptions> = {},
): Promise<number> {
  const { id } = await importFile(database, given, options);
  await publishVersion(database, id, writing);
  return id;
}

function offersAt(database: Connections, longitude: number, latitude: number): number {
  // a connection of its own: one that has looked before looks again only after 50 ms
  const reader = openReader(database.reader.sqlite.name);
  try {
    return coverageLookup(reader).offersAt({ x: toUnitX(longitude), y: toUnitY(latitude) }).length;
  } finally {
    reader.sqlite.close();
  }
}

test('a file becomes a version that nobody sees until it is published', async () => {
  const database = freshDatabase();
  const imported = await importFile(database, file(towns));
  expect(offersAt(database, 174.05, -40.95)).toBe(0);
  expect(imported.layers).toEqual([
    { technology: 'Fibre', provider: 'One', delivery: 'towns', offers: 1, parts: 1, vertices: 5 },
  ]);
  expect(imported.newProviders).toEqual(['One']);
  await publishVersion(database, imported.id, writing);
  expect(offersAt(database, 174.05, -40.95)).toBe(1);
  expect(offersAt(database, 174.1, -40.9)).toBe(1);
  expect(offersAt(database, 174.1000001, -40.9)).toBe(0);
});

test('N6: features equal in all fields are one offer with several areas', async () => {
  const database = freshDatabase();
  const three = collection(
    feature({ provider: 'One ', name: 'a' }, square(174, -41)),
    feature({ provider: 'ONE', bandwidth_max_mbps: '900', name: 'b' }, square(175, -41)),
    feature({ bandwidth_max_mbps: 901 }, square(174, -41)),
  );
  await publishFile(database, file(three));
  expect(database.reader.db.select().from(coverageOffer).all()).toHaveLength(2);
  expect(offersAt(database, 174.05, -40.95)).toBe(2);
  expect(offersAt(database, 175.05, -40.95)).toBe(1);
});

test('N8: a hole is outside, its edge inside, and overlapping parts count once', async () => {
  const database = freshDatabase();
  await publishFile(
    database,
    file(
      collection(
        feature({}, square(174, -41), square(174.04, -40.96, 0.02)),
        feature({}, square(174.045, -40.955, 0.01)),
        feature({}, square(174.05, -40.95, 0.3)),
      ),
    ),
  );
  expect(offersAt(database, 174.042, -40.958)).toBe(0);
  expect(offersAt(database, 174.04, -40.95)).toBe(1);
  expect(offersAt(database, 174.05, -40.95)).toBe(1);
});

test('the report counts what was done and what was passed over', async () => {
  const database = freshDatabase();
  const { report } = await importFile(
    database,
    file(
      collection(
        { ...feature({ completion: 'never' }, square(174, -41).slice(0, 4)), id: 1 },
        { ...feature({}, square(174.00000004, -41)), id: 1 },
        feature({}, [
          [174, -41],
          [174, -41],
          [174.5, -41],
          [174.7, -41],
          [174.5, -41],
          [174, -40],
          [174, -41],
        ]),
        feature({}, [
          [174, -41],
          [175, -41],
          [174, -41],
          [175, -41],
          [174, -41],
        ]),
        feature({}, square(100, 10)),
        feature({}, square(178.55, -41)),
        feature({}, [
          [179, -44],
          [-179, -44],
          [-179, -43],
          [179, -44],
        ]),
        { type: 'Feature', properties: null, geometry: null },
        { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [174, -41] } },
        { type: 'Feature', properties: null, geometry: { type: 'GeometryCollection', geometries: [] } },
      ),
    ),
  );
  expect(report).toEqual({
    features: 10,
    skipped: { 'no geometry': 1, Point: 1, GeometryCollection: 1 },
    duplicateIds: 1,
    completionsDropped: 1,
    parts: 6,
    vertices: 5 + 5 + 4 + 5 + 5 + 4,
    ringsClosed: 1,
    ringsUnwrapped: 0,
    ringsVanished: 1,
    pointsRemoved: 3,
    positionsRounded: 5,
    positionsConverted: 0,
    partsOutside: 2,
    partsPartlyOutside: 1,
    slivers: 0,
  });
});

test('options give what the file lacks, a mapped column what it names otherwise', async () => {
  const database = freshDatabase();
  const { provider, ...fields } = offered;
  const { bandwidth_max_mbps: _, ...rest } = feature({}, square(174, -41)) as { bandwidth_max_mbps?: number };
  const given = { ...rest, properties: { MAX: '450', availability: 'underway' } };
  await publishFile(database, file(given), {
    choices: {
      ...noChoices,
      columns: { bandwidth_max_mbps: 'MAX' },
      constants: { ...fields, provider, completion: 'soon', url: 'https://one.example/' },
    },
  });
  expect(database.reader.db.select().from(coverageOffer).all()).toMatchObject([
    {
      availability: 'Underway',
      completion: 'soon',
      maxDownloadMbps: 450,
      url: 'https://one.example/',
      providerName: 'One',
    },
  ]);
});

test('the delivery is the collection’s name, or else the file’s', async () => {
  const database = freshDatabase();
  const named = await importFile(database, file({ ...towns, name: 'Layer of ma\u0304' }));
  expect(named.layers[0]?.delivery).toBe('Layer of mā');
  for (const name of ['towns.GeoJSON.gz', 'towns.json', 'towns.ndjson', 'towns']) {
    expect((await importFile(database, file(towns, name))).layers[0]?.delivery).toBe('towns');
  }
});

const good = feature({}, square(174, -41));
const wrongInOnePlace = 'The file is wrong in one place; nothing was imported.';

const bad: [title: string, content: object | string, message: string, faults?: [where: string, message: string][]][] = [
  [
    'a table without places',
    'provider,technology\nOne,Fibre',
    'The file was read as a table (CSV), but no column says where its rows are: neither areas (WKT or GeoJSON) nor longitude and latitude. Its columns are "provider", "technology". Say which it is, as in --map wkt=COLUMN.',
  ],
  ['not JSON', '{provider:1}', 'The file is not JSON: on line 1, "provider" is no JSON value.'],
  [
    'cut short',
    JSON.stringify(collection(good)).slice(0, -3),
    'The file ends in the middle, on line 1: it is not whole.',
  ],
  ['empty', '', 'The file is empty.'],
  ['no areas', collection(), 'The file holds no polygons, so there is nothing to import.'],
  [
    'points only',
    { type: 'Point', coordinates: [174, -41] },
    'The file holds no polygons, so there is nothing to import.',
  ],
  [
    'a ring too short',
    collection(
      good,
      feature({}, [
        [174, -41],
        [175, -41],
      ]),
    ),
    wrongInOnePlace,
    [['feature 2, line 1', 'coordinates: ring 1 has 3 positions once closed, and a ring needs at least 4']],
  ],
  [
    'a latitude outside',
    collection(
      good,
      feature({}, [
        [174, -41],
        [175, -91],
        [175, -40],
        [174, -41],
      ]),
    ),
    wrongInOnePlace,
    [['feature 2, line 1', 'coordinates: latitude -91 is outside -90 to 90 (ring 1, position 2)']],
  ],
  [
    'a longitude outside',
    collection(
      good,
      feature({}, [
        [174, -41],
        [361, -41],
        [175, -40],
        [174, -41],
      ]),
    ),
    wrongInOnePlace,
    [['feature 2, line 1', 'coordinates: longitude 361 is outside -180 to 360 (ring 1, position 2)']],
  ],
  [
    'an unknown technology',
    collection(feature({ technology: 'Smoke' }, square(174, -41))),
    wrongInOnePlace,
    [['feature 1, line 1', 'technology "Smoke" is none of Fibre, Cable, VDSL, Wireless, ADSL']],
  ],
  [
    'an unknown availability, on its line',
    `${JSON.stringify(good)}\n${JSON.stringify(feature({ availability: 'Soon' }, square(174, -41)))}\n`,
    wrongInOnePlace,
    [['feature 2, line 2', 'availability "Soon" is none of Available, Underway, Planned, Not Available']],
  ],
  [
    'no provider',
    collection(feature({ provider: null }, square(174, -41))),
    wrongInOnePlace,
    [['feature 1, line 1', 'provider is missing: add the column, or give --provider']],
  ],
  [
    'a negative speed and another that is none',
    collection(feature({ bandwidth_min_mbps: -1, bandwidth_max_mbps: 'fast' }, square(174, -41))),
    'The file is wrong in 2 places; nothing was imported.',
    [
      ['feature 1, line 1', 'bandwidth_min_mbps -1 is negative'],
      ['feature 1, line 1', 'bandwidth_max_mbps "fast" is not a number (Mbps)'],
    ],
  ],
  [
    'NZTM2000',
    collection(
      feature({}, [
        [1748735, 5427916],
        [1749000, 5427916],
        [1749000, 5428000],
        [1748735, 5427916],
      ]),
    ),
    'The coordinates are no longitude and latitude: they go from 1748735 to 1749000 and 5427916 to 5428000, as metres of a map projection do, and the file does not say of which. Say which they are: --crs EPSG:2193 (NZTM2000) would put their middle less than 1 km from Wellington.',
  ],
  [
    'NZTM2000, northing first',
    collection(
      feature({}, [
        [5427916, 1748735],
        [5427916, 1749000],
        [5428000, 1749000],
        [5427916, 1748735],
      ]),
    ),
    'The coordinates are no longitude and latitude: they go from 5427916 to 5428000 and 1748735 to 1749000, as metres of a map projection do, and the file does not say of which. Say which they are: --crs EPSG:2193 --swap (NZTM2000, northing first) would put their middle less than 1 km from Wellington.',
  ],
  [
    'Web Mercator',
    collection(
      feature({}, [
        [19450000, -5050000],
        [19460000, -5050000],
        [19460000, -5040000],
        [19450000, -5050000],
      ]),
    ),
    'The coordinates are no longitude and latitude: they go from 19450000 to 19460000 and -5050000 to -5040000, as metres of a map projection do, and the file does not say of which. Say which they are: --crs EPSG:3857 (Web Mercator) would put their middle 7 km from Wellington.',
  ],
  [
    'metres of nowhere',
    collection(
      feature({}, [
        [500, 500],
        [600, 500],
        [600, 600],
        [500, 500],
      ]),
    ),
    'The coordinates are no longitude and latitude: they go from 500 to 600 and 500 to 600, as metres of a map projection do, and the file does not say of which. No reference system that is read would put them in New Zealand: ask whoever made the file which it is.',
  ],
  [
    'latitude first',
    collection(
      feature(
        {},
        square(174, -41).map(([x = 0, y = 0]) => [y, x]),
      ),
    ),
    'The coordinates are no longitude and latitude: they go from -41 to -40.9 and 174 to 174.1. Say which they are: --crs EPSG:4326 --swap (WGS 84, latitude first) would put their middle 63 km from Blenheim.',
  ],
  [
    'another projection by name',
    { ...collection(good), crs: { type: 'name', properties: { name: 'EPSG:27200' } } },
    'The coordinates are not those of EPSG:27200 (New Zealand Map Grid), as the "crs" member says: they go from 174 to 174.1 and -41 to -40.9. Say which they are: --crs EPSG:4326 (WGS 84) would put their middle 63 km from Blenheim.',
  ],
  [
    'a projection that is not read',
    { ...collection(good), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3793' } } },
    'The coordinates are said to be in EPSG:3793 (NZGD2000 / Chatham Islands TM 2000), which is not read. Read are EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), EPSG:4167 (NZGD2000), EPSG:27200 (New Zealand Map Grid) and EPSG:3857 (Web Mercator): export the file again in one of them.',
  ],
];

const onePolygon = `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${square(174, -41).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const shapes = shapefileZip({
  shp: shp([[square(174, -41).toReversed()]]),
  dbf: dbf([{ name: 'provider' }], [['One']]),
});
bad.push(
  ['a zip archive cut short', shapes.subarray(0, -10), 'The zip archive is damaged or cut short.'],
  [
    'a zip archive without a Shapefile',
    zipOf([{ name: 'readme.txt', content: 'x' }]),
    'The zip archive holds no Shapefile (.shp) and no KML (.kml).',
  ],
  [
    'a zip archive with names that lead out of it',
    zipOf([{ name: '../towns.shp', content: 'x' }]),
    'The zip archive holds "../towns.shp", a name that leads out of the archive: pack the files anew.',
  ],
  [
    'a workbook',
    zipOf([{ name: '[Content_Types].xml', content: 'x' }]),
    'The file is a workbook or document of an office program: save its table as CSV.',
  ],
  [
    'KML with entities',
    `<!DOCTYPE kml [<!ENTITY a "b">]><kml>${onePolygon}</kml>`,
    'The KML declares a document type (DOCTYPE), by which entities and files from elsewhere could be drawn in. It is not read: remove the declaration.',
  ],
  ['KML cut short', `<kml>${onePolygon}`, 'The file ends in the middle, on line 1: it is not whole.'],
  [
    'CSV cut short',
    'provider,wkt\nOne,"POLYGON ((174 -41',
    'The table is no whole CSV on line 2: look for a quotation mark that is out of place or not closed.',
  ],
  [
    'a Shapefile packed twice',
    gzipSync(shapes),
    'The file is packed twice: unpack the gzip archive and give what is in it.',
  ],
  ['a GeoPackage that is none', Buffer.from('SQLite format 3\0'.padEnd(40)), 'The GeoPackage is damaged or cut short.'],
);

test.each(bad)(
  'a bad file is told of and changes nothing, to the byte: %s',
  async (_, content, message, faults = []) => {
    const database = freshDatabase();
    await publishFile(database, file(towns));
    const before = dump(database);
    const given = Buffer.isBuffer(content) ? coverageFileAt(fileWith(content, 'bad')) : file(content, 'bad.geojson');
    const expected = new Refusal(
      message,
      faults.map(([where, fault]) => wordedFault(where, fault)),
    );
    await expect(importFile(database, given, { mode: 'replace' })).rejects.toThrow(expected);
    expect(dump(database)).toEqual(before);
  },
);

test('the first 20 faults are listed and all are counted', async () => {
  const database = freshDatabase();
  const features = Array.from({ length: 50 }, () => feature({ availability: 'Soon' }, square(174, -41)));
  const fault = await importFile(database, file(collection(...features))).catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(Refusal);
  expect(fault).toMatchObject({ message: 'The file is wrong in 50 places; nothing was imported.', total: 50 });
  expect((fault as Refusal).faults).toHaveLength(20);
});

test.each<[title: string, options: Partial<ImportOptions>, message: string]>([
  ['an unknown provider', { newProviders: false }, 'The file is wrong in one place; nothing was imported.'],
  [
    'an unknown provider as an option',
    { newProviders: false, choices: { ...noChoices, constants: { provider: 'Nobody' } } },
    '"Nobody" is not a provider that is known: mind the spelling, or add it with --new-provider.',
  ],
  [
    'an unknown technology as an option',
    { choices: { ...noChoices, constants: { technology: 'Smoke' } } },
    'The technology "Smoke" is none of Fibre, Cable, VDSL, Wireless, ADSL.',
  ],
  [
    'a mapped column that is not there',
    { choices: { ...noChoices, columns: { provider: 'WHO' } } },
    'No feature has a column "WHO" to read provider from. The file’s columns are "technology", "provider", "availability", "bandwidth_min_mbps", "bandwidth_max_mbps", "bandwidth_up_min_mbps", "bandwidth_up_max_mbps".',
  ],
])('an import that cannot be meant so leaves nothing, not even a provider: %s', async (_, options, message) => {
  const database = freshDatabase();
  const before = dump(database);
  await expect(importFile(database, file(towns), options)).rejects.toThrow(message);
  expect(dump(database)).toEqual(before);
});

test('a second file for the same technology and provider needs to say what becomes of the first', async () => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  await publishFile(database, file(collection(feature({ provider: 'Two' }, square(174, -41)))));
  const before = dump(database);
  await expect(importFile(database, file(towns))).rejects.toThrow(Refusal);
  expect(dump(database)).toEqual(before);

  const deliveries = (id: number) =>
    layersOf(database.reader.db, id).map(({ provider, delivery }) => `${provider} ${delivery}`);
  const farms = file(collection(feature({ provider: 'oNE' }, square(175, -41))), 'farms.geojson');
  const added = await publishFile(database, farms, { mode: 'add', newProviders: false });
  expect(deliveries(added)).toEqual(['One farms', 'One towns', 'Two towns']);
  const replaced = await publishFile(database, file(towns), { mode: 'replace' });
  expect(deliveries(replaced)).toEqual(['One farms', 'One towns', 'Two towns']);
  expect(offersAt(database, 175.05, -40.95)).toBe(1);
  const all = await publishFile(database, farms, { mode: 'replace all' });
  expect(deliveries(all)).toEqual(['One farms']);
});

test('while one import is at work another is refused, and says which is', async () => {
  const database = freshDatabase();
  database.writer.sqlite
    .prepare("INSERT INTO coverage_version (state, created_at, heartbeat_at) VALUES ('building', ?, ?)")
    .run(nowMs, nowMs - 3000);
  await withCoverageLock(database.writer, nowMs, async () => {
    await expect(importFile(database, file(towns))).rejects.toThrow(
      new CoverageBusy(
        'Another import is at work (version 1, last sign of life 3 s ago). Wait until it has ended, then try again.',
      ),
    );
  });
  await importFile(database, file(towns));
});

test('what a killed import left behind is invisible, and the next import removes it', async () => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  const { sqlite } = database.writer;
  const rows = () =>
    Object.fromEntries(
      [
        ...['coverage_version', 'coverage_layer', 'coverage_offer', 'coverage_part', 'coverage_cell', 'provider'],
        'coverage_report',
      ].map((table) => [table, sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]),
    );
  const clean = rows();
  sqlite.exec(`
    INSERT INTO coverage_version (id, base_id, state, created_at, heartbeat_at) VALUES (7, 1, 'building', 0, 0);
    INSERT INTO provider (id, name, folded_name, created_at, pending_version_id) VALUES (9, 'Late', 'late', 0, 7);
    INSERT INTO coverage_layer SELECT 8, technology_id, 9, delivery, source, sha256, bytes, vertices, parts, 0, NULL FROM coverage_layer;
    INSERT INTO coverage_report (version_id, report, problems) SELECT 7, report, problems FROM coverage_report;
    INSERT INTO coverage_version_layer VALUES (7, 1), (7, 8);
    INSERT INTO coverage_offer SELECT 8, 8, availability, completion, provider_name, wholesale_network, url,
      bandwidth_min_mbps, bandwidth_max_mbps, bandwidth_up_min_mbps, bandwidth_up_max_mbps, timing_id FROM coverage_offer;
    INSERT INTO coverage_part (offer_id, rings) SELECT 8, rings FROM coverage_part;
    INSERT INTO coverage_cell SELECT id + 6 * (1 << 36), body FROM coverage_cell;
  `);
  expect(offersAt(database, 174.05, -40.95)).toBe(1);
  // refused by its content, but it tidies up first
  await expect(importFile(database, file(''))).rejects.toThrow('The file is empty.');
  expect(rows()).toEqual(clean);
  expect(offersAt(database, 174.05, -40.95)).toBe(1);
  await expect(
    importFile(database, file(collection(feature({ provider: 'Late' }, square(174, -41)))), { newProviders: false }),
  ).rejects.toThrow('The file is wrong in one place');
});

test('a file that changes between its two readings leaves nothing behind', async () => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  const { sqlite_sequence: _, ...before } = dump(database);
  const versions = [towns, collection(feature({}, square(175, -41)))].map((content) =>
    Buffer.from(JSON.stringify(content)),
  );
  let readings = 0;
  const bytes = versions[0]?.length ?? 0;
  const changing: SourceFile = {
    ...{ name: 'towns.geojson', path: '', bytes },
    async *read(start = 0, end = bytes) {
      // its digest is taken and its beginning looked at, then it is read twice
      yield (versions[readings++ < 3 ? 0 : 1] ?? Buffer.alloc(0)).subarray(start, end);
    },
  };
  await expect(importFile(database, changing, { mode: 'replace' })).rejects.toThrow(
    new Refusal('The file changed while it was read; nothing was imported.'),
  );
  const { sqlite_sequence: __, ...after } = dump(database);
  expect(after).toEqual(before);
});
