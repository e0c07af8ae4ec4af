import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { coverageOffer } from '#db/broadband/schema.ts';
import { layersOf } from '#db/broadband/versions.ts';
import { type Connections, openReader } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { digestOf } from '#flows/files/file-bytes.ts';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
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
import { codeAndWords, faultWords, rejectionOf } from '#tests/support/refusals.ts';
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
  // opens a new connection: a used one checks for changes only every 50 ms
  const reader = openReader(database.reader.sqlite.name);
  try {
    return coverageLookup(reader).offersAt({ x: toUnitX(longitude), y: toUnitY(latitude) }).length;
  } finally {
    reader.sqlite.close();
  }
}

test('a file becomes a version that is only visible once it is published', async () => {
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

test('the report counts what was changed and skipped', async () => {
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
    selfCrossings: 0,
    selfCrossingsBounded: 0,
  });
});

test('options supply missing fields, and mapped columns are read as fields', async () => {
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

test('the delivery is named after the collection, or else after the file', async () => {
  const database = freshDatabase();
  const named = await importFile(database, file({ ...towns, name: 'Layer of ma\u0304' }));
  expect(named.layers[0]?.delivery).toBe('Layer of mā');
  for (const name of ['towns.GeoJSON.gz', 'towns.json', 'towns.ndjson', 'towns']) {
    expect((await importFile(database, file(towns, name))).layers[0]?.delivery).toBe('towns');
  }
});

const good = feature({}, square(174, -41));

const bad: [
  title: string,
  content: object | string,
  code: string,
  sentence: string,
  faults?: [where: string, message: string][],
][] = [
  [
    'a table without positions',
    'provider,technology\nOne,Fibre',
    'no-place-columns',
    'The file was read as a table (CSV), but no column says where its rows are: it has neither areas (WKT or GeoJSON) nor longitude and latitude. Its columns are "provider", "technology". Use for example --map wkt=COLUMN to choose one.',
  ],
  ['not JSON', '{provider:1}', 'not-json', 'The file is not valid JSON: on line 1, "provider" is not a JSON value.'],
  [
    'a truncated file',
    JSON.stringify(collection(good)).slice(0, -3),
    'file-cut-short',
    'The file is incomplete: it ends too early, on line 1.',
  ],
  ['empty', '', 'file-empty', 'The file is empty.'],
  ['no features', collection(), 'no-polygons', 'The file has no features, so there is nothing to import.'],
  [
    'points only',
    { type: 'Point', coordinates: [174, -41] },
    'no-polygons',
    'The file has no areas, so there is nothing to import: of its 1 feature, 1 is a point. Coverage must be areas (polygons), or points with a radius as CSV.',
  ],
  [
    'a ring that is too short',
    collection(
      good,
      feature({}, [
        [174, -41],
        [175, -41],
      ]),
    ),
    'coverage-faults',
    'The file has 1 fault. Nothing was imported.',
    [['feature 2, line 1', 'Ring 1 has 3 positions once it is closed, but needs at least 4.']],
  ],
  [
    'a latitude out of range',
    collection(
      good,
      feature({}, [
        [174, -41],
        [175, -91],
        [175, -40],
        [174, -41],
      ]),
    ),
    'coverage-faults',
    'The file has 1 fault. Nothing was imported.',
    [['feature 2, line 1', 'The latitude -91 is outside -90 to 90 (ring 1, position 2).']],
  ],
  [
    'a longitude out of range',
    collection(
      good,
      feature({}, [
        [174, -41],
        [361, -41],
        [175, -40],
        [174, -41],
      ]),
    ),
    'coverage-faults',
    'The file has 1 fault. Nothing was imported.',
    [['feature 2, line 1', 'The longitude 361 is outside -180 to 360 (ring 1, position 2).']],
  ],
  [
    'an unknown technology',
    collection(feature({ technology: 'Smoke' }, square(174, -41))),
    'coverage-faults',
    'The file has 1 fault. Nothing was imported.',
    [['feature 1, line 1', 'technology: "Smoke" is not one of Fibre, Cable, VDSL, Wireless, ADSL.']],
  ],
  [
    'an unknown availability, on its line',
    `${JSON.stringify(good)}\n${JSON.stringify(feature({ availability: 'Soon' }, square(174, -41)))}\n`,
    'coverage-faults',
    'The file has 1 fault. Nothing was imported.',
    [['feature 2, line 2', 'availability: "Soon" is not one of Available, Underway, Planned, Not Available.']],
  ],
  [
    'no provider',
    collection(feature({ provider: null }, square(174, -41))),
    'coverage-faults',
    'The file has 1 fault. Nothing was imported.',
    [['feature 1, line 1', 'provider is missing: add the column, or use --provider.']],
  ],
  [
    'a negative speed, and another that is not a number',
    collection(feature({ bandwidth_min_mbps: -1, bandwidth_max_mbps: 'fast' }, square(174, -41))),
    'coverage-faults',
    'The file has 2 faults. Nothing was imported.',
    [
      ['feature 1, line 1', 'bandwidth_min_mbps: -1 is negative.'],
      ['feature 1, line 1', 'bandwidth_max_mbps: "fast" is not a number (Mbps).'],
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
    'coverage-misplaced',
    'The coordinates are not longitude and latitude: they range from 1748735 to 1749000 and from 5427916 to 5428000. They may be metres of a map projection, but the file does not say which. One of these may be right: --crs EPSG:2193 (NZTM2000) would put the centre less than 1 km from Wellington.',
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
    'coverage-misplaced',
    'The coordinates are not longitude and latitude: they range from 5427916 to 5428000 and from 1748735 to 1749000. They may be metres of a map projection, but the file does not say which. One of these may be right: --crs EPSG:2193 --swap (NZTM2000, northing first) would put the centre less than 1 km from Wellington.',
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
    'coverage-misplaced',
    'The coordinates are not longitude and latitude: they range from 19450000 to 19460000 and from -5050000 to -5040000. They may be metres of a map projection, but the file does not say which. One of these may be right: --crs EPSG:3857 (Web Mercator) would put the centre 7 km from Wellington.',
  ],
  [
    'metres of an unknown projection',
    collection(
      feature({}, [
        [500, 500],
        [600, 500],
        [600, 600],
        [500, 500],
      ]),
    ),
    'coverage-misplaced',
    'The coordinates are not longitude and latitude: they range from 500 to 600 and from 500 to 600. They may be metres of a map projection, but the file does not say which. No reference system that can be read would put them in New Zealand: ask the provider which one it is.',
  ],
  [
    'latitude first',
    collection(
      feature(
        {},
        square(174, -41).map(([x = 0, y = 0]) => [y, x]),
      ),
    ),
    'coverage-misplaced',
    'The coordinates are not longitude and latitude: they range from -41 to -40.9 and from 174 to 174.1. One of these may be right: --crs EPSG:4326 --swap (WGS 84, latitude first) would put the centre 63 km from Blenheim.',
  ],
  [
    'another projection by name',
    { ...collection(good), crs: { type: 'name', properties: { name: 'EPSG:27200' } } },
    'coverage-misplaced',
    'The coordinates are not in EPSG:27200 (New Zealand Map Grid), according to the "crs" member: they range from 174 to 174.1 and from -41 to -40.9. One of these may be right: --crs EPSG:4326 (WGS 84) would put the centre 63 km from Blenheim.',
  ],
  [
    'an unsupported projection',
    { ...collection(good), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3793' } } },
    'reference-not-read',
    'The coordinates are in EPSG:3793 (NZGD2000 / Chatham Islands TM 2000), which is not read. Export the file in one of these: EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), EPSG:4167 (NZGD2000), EPSG:27200 (New Zealand Map Grid) and EPSG:3857 (Web Mercator).',
  ],
];

const onePolygon = `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${square(174, -41).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const shapes = shapefileZip({
  shp: shp([[square(174, -41).toReversed()]]),
  dbf: dbf([{ name: 'provider' }], [['One']]),
});
bad.push(
  ['a truncated zip archive', shapes.subarray(0, -10), 'zip-damaged', 'The zip archive is damaged or incomplete.'],
  [
    'a zip archive without a Shapefile',
    zipOf([{ name: 'readme.txt', content: 'x' }]),
    'zip-without-coverage',
    'The zip archive has no coverage file: no Shapefile (.shp), GeoPackage (.gpkg), GeoJSON (.geojson), KML (.kml) or CSV (.csv).',
  ],
  [
    'a zip archive with paths outside it',
    zipOf([{ name: '../towns.shp', content: 'x' }]),
    'zip-outside',
    'The zip archive has a file named "../towns.shp", which is outside the archive: make a new archive.',
  ],
  [
    'a workbook',
    zipOf([{ name: '[Content_Types].xml', content: 'x' }]),
    'office-document',
    'The file is a spreadsheet or document: save its table as CSV.',
  ],
  [
    'KML with entities',
    `<!DOCTYPE kml [<!ENTITY a "b">]><kml>${onePolygon}</kml>`,
    'kml-doctype',
    'The KML file has a document type declaration (DOCTYPE), which could pull in other files. It was not read: remove the declaration.',
  ],
  ['truncated KML', `<kml>${onePolygon}`, 'file-cut-short', 'The file is incomplete: it ends too early, on line 1.'],
  [
    'truncated CSV',
    'provider,wkt\nOne,"POLYGON ((174 -41',
    'not-csv',
    'bad.geojson, line 2: this is not CSV; look for a quotation mark that is out of place or not closed.',
  ],
  [
    'a Shapefile zipped twice',
    gzipSync(shapes),
    'packed-twice',
    'The file is packed twice: unpack the gzip archive and import the file inside it.',
  ],
  [
    'not a GeoPackage',
    Buffer.from('SQLite format 3\0'.padEnd(40)),
    'geopackage-damaged',
    'The GeoPackage is damaged or incomplete.',
  ],
);

test.each(bad)('a bad file is refused, and nothing changes: %s', async (_, content, code, sentence, expected = []) => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  const before = dump(database);
  const given = Buffer.isBuffer(content) ? coverageFileAt(fileWith(content, 'bad')) : file(content, 'bad.geojson');
  const { reason, faults } = await rejectionOf(importFile(database, given, { mode: 'replace' }));
  expect(codeAndWords(reason)).toEqual([code, sentence]);
  expect(faultWords(faults).map(({ where, message }) => [where, message])).toEqual(expected);
  expect(dump(database)).toEqual(before);
});

test('the first 20 faults are listed, and all are counted', async () => {
  const database = freshDatabase();
  const features = Array.from({ length: 50 }, () => feature({ availability: 'Soon' }, square(174, -41)));
  const { reason, total, faults } = await rejectionOf(importFile(database, file(collection(...features))));
  expect({ reason, total }).toEqual({ reason: { code: 'coverage-faults', count: 50 }, total: 50 });
  expect(faults).toHaveLength(20);
});

test.each<[title: string, options: Partial<ImportOptions>, code: string, sentence: string]>([
  ['an unknown provider', { newProviders: false }, 'coverage-faults', 'The file has 1 fault. Nothing was imported.'],
  [
    'an unknown provider as an option',
    { newProviders: false, choices: { ...noChoices, constants: { provider: 'Nobody' } } },
    'provider-unknown',
    '"Nobody" is not a known provider. Check the spelling, or use --new-provider to add it.',
  ],
  [
    'an unknown technology as an option',
    { choices: { ...noChoices, constants: { technology: 'Smoke' } } },
    'value-not-one-of',
    'technology: "Smoke" is not one of Fibre, Cable, VDSL, Wireless, ADSL.',
  ],
  [
    'a mapped column that does not exist',
    { choices: { ...noChoices, columns: { provider: 'WHO' } } },
    'column-not-found',
    'No column is named "WHO", from which provider should be read. Its columns are "technology", "provider", "availability", "bandwidth_min_mbps", "bandwidth_max_mbps", "bandwidth_up_min_mbps", "bandwidth_up_max_mbps".',
  ],
])('a refused import leaves nothing, not even a provider: %s', async (_, options, code, sentence) => {
  const database = freshDatabase();
  const before = dump(database);
  expect(codeAndWords((await rejectionOf(importFile(database, file(towns), options))).reason)).toEqual([
    code,
    sentence,
  ]);
  expect(dump(database)).toEqual(before);
});

test('a second file for the same technology and provider needs a choice between replacing and adding', async () => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  await publishFile(database, file(collection(feature({ provider: 'Two' }, square(174, -41)))));
  const before = dump(database);
  expect((await rejectionOf(importFile(database, file(towns)))).reason.code).toBe('layers-unclear');
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

test('during one import another is refused, and the refusal names the first', async () => {
  const database = freshDatabase();
  database.writer.sqlite
    .prepare("INSERT INTO coverage_version (state, created_at, heartbeat_at) VALUES ('building', ?, ?)")
    .run(nowMs, nowMs - 3000);
  await withCoverageLock(database.writer, nowMs, async () => {
    const { reason } = await rejectionOf(importFile(database, file(towns)));
    expect(codeAndWords(reason)).toEqual([
      'coverage-busy',
      'Another process is importing coverage (version 1, last active 3 s ago). Wait until it has finished, then try again.',
    ]);
  });
  await importFile(database, file(towns));
});

test('the rows of a killed import are not visible, and the next import removes them', async () => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  const { sqlite } = database.writer;
  const rows = () =>
    Object.fromEntries(
      [
        'coverage_version',
        'coverage_layer',
        'coverage_offer',
        'coverage_part',
        'coverage_cell',
        'provider',
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
    INSERT INTO coverage_cell SELECT id + 6 * (1 << 36), body, checksum FROM coverage_cell;
  `);
  expect(offersAt(database, 174.05, -40.95)).toBe(1);
  // refused for its content, but the remaining rows are removed first
  expect((await rejectionOf(importFile(database, file('')))).reason.code).toBe('file-empty');
  expect(rows()).toEqual(clean);
  expect(offersAt(database, 174.05, -40.95)).toBe(1);
  const late = file(collection(feature({ provider: 'Late' }, square(174, -41))));
  const { faults } = await rejectionOf(importFile(database, late, { newProviders: false }));
  expect(faults[0]?.reason).toMatchObject({ code: 'provider-unknown', name: 'Late' });
});

test('a file that changes while it is read is refused and leaves nothing', async () => {
  const database = freshDatabase();
  await publishFile(database, file(towns));
  const { sqlite_sequence: _, ...before } = dump(database);
  let chunks = 0;
  const given = file(towns);
  const changing: SourceFile = {
    ...given,
    stamp: () => (chunks < 2 ? 'before' : 'after'),
    async *read(start, end) {
      chunks++;
      yield* given.read(start, end);
    },
  };
  expect((await rejectionOf(importFile(database, changing, { mode: 'replace' }))).reason).toEqual({
    code: 'file-changed',
  });
  const { sqlite_sequence: __, ...after } = dump(database);
  expect(after).toEqual(before);
});

/** Squares at places that do not compress, so that files of them are larger than what tells the format. */
function scattered(): number[][][] {
  const random = seededRandom(16);
  const degree = (from: number) => Number((from + random()).toFixed(7));
  return Array.from({ length: 6000 }, () => square(degree(174), degree(-41), 0.01));
}

test.each([
  ['a text', () => file(collection(...scattered().map((ring) => feature({}, ring))))],
  ['gzip', () => file(gzipSync(JSON.stringify(collection(...scattered().map((ring) => feature({}, ring))))))],
  [
    'an archive',
    () => {
      const rings = scattered().map((ring) => [ring.toReversed()]);
      const table = dbf([{ name: 'provider' }], Array(rings.length).fill(['One']));
      return file(shapefileZip({ shp: shp(rings), dbf: table }));
    },
  ],
])('a file is read once, and hashed meanwhile: %s', async (_, make) => {
  const given = make();
  expect(given.bytes).toBeGreaterThan(100_000);
  let read = 0;
  const counting: SourceFile = {
    ...given,
    async *read(start, end) {
      for await (const chunk of given.read(start, end)) {
        read += chunk.length;
        yield chunk;
      }
    },
  };
  const choices = { ...noChoices, constants: offered };
  const { sha256 } = await importFile(freshDatabase(), counting, { choices });
  expect(sha256).toBe(await digestOf(given.read()));
  // what tells the format, and the directory of an archive, are read in addition
  expect(read).toBeLessThan(1.5 * given.bytes);
  read = 0;
  expect(await importFile(freshDatabase(), counting, { choices, sha256 })).toMatchObject({ sha256 });
  expect(read).toBeLessThan(1.5 * given.bytes);
});
