import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import { nested } from '#lib/broadband/import/source-feature.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { square } from '#tests/support/files/coverage-files.ts';
import {
  addLayer,
  beginGeoPackage,
  fileWith,
  geometryBlob,
  listLayer,
  sqliteFile,
  wkbMany,
  wkbPolygon,
} from '#tests/support/files/geopackage.ts';
import { readFeatures, ringsOf } from '#tests/support/files/read-features.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';

function read(path: string, choices = {}) {
  return readFeatures(coverageFileAt(path), choices);
}

function units(ring: readonly (readonly number[])[]): number[] {
  return ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]);
}

const ring = square(174, -41);
const hole = square(174.02, -40.98, 0.02);
const withHeights = ring.map((position) => [...position, 12]);
const withBoth = ring.map((position) => [...position, 12, 5]);
const area = geometryBlob(wkbPolygon([ring, hole]));
const alone = [[units(ring)]];

test('a layer is read with its columns, ids and reference system', async () => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    sqlite.exec(
      'CREATE TABLE "the ""towns""" (fid INTEGER PRIMARY KEY, provider TEXT, geom BLOB, n INTEGER, photo BLOB, long TEXT)',
    );
    listLayer(sqlite, 'the "towns"', 2193);
    const nztm = [
      [1748735, 5427916],
      [1748735, 5428000],
      [1749000, 5427916],
      [1748735, 5427916],
    ];
    sqlite
      .prepare('INSERT INTO "the ""towns""" VALUES (7, ?, ?, ?, ?, ?)')
      .run('Tūī', geometryBlob(wkbPolygon([nztm]), 2193), 3, Buffer.of(1), 'x'.repeat(200_000));
  });
  const { features, format, layers, layerName, placement } = await read(path);
  expect({ format, layerName, layers }).toEqual({
    format: 'GeoPackage',
    layerName: 'the "towns"',
    layers: [{ name: 'the "towns"', features: 1 }],
  });
  expect(placement).toMatchObject({ reference: { code: 2193 }, declaredBy: 'srs-id' });
  const [feature] = features;
  expect(feature?.id).toBe(7);
  expect([...(feature?.properties ?? [])]).toEqual([
    ['fid', 7],
    ['provider', 'Tūī'],
    ['n', 3],
    ['photo', nested],
    ['long', nested],
  ]);
  // computed by PROJ's cs2cs
  const start = typeof feature?.area === 'object' ? feature.area.parts[0]?.[0]?.subarray(0, 2) : undefined;
  expect([...(start ?? [])]).toEqual([toUnitX(174.7761935), toUnitY(-41.2865044)]);
});

test.each<[title: string, blob: Buffer | null, expected: unknown]>([
  ['a polygon with a hole', area, [[units(ring), units(hole)]]],
  ['the other byte order', geometryBlob(wkbPolygon([ring], 3, false)), alone],
  ['with an envelope', withEnvelope(wkbPolygon([ring])), alone],
  ['with heights (ISO)', geometryBlob(wkbPolygon([withHeights], 1003)), alone],
  ['with measures (ISO)', geometryBlob(wkbPolygon([withHeights], 2003)), alone],
  ['with both (ISO)', geometryBlob(wkbPolygon([withBoth], 3003)), alone],
  ['with heights (PostGIS)', geometryBlob(wkbPolygon([withHeights], 0x80000003)), alone],
  ['with both (PostGIS)', geometryBlob(wkbPolygon([withBoth], 0xc0000003)), alone],
  [
    'several polygons',
    geometryBlob(wkbMany(6, [wkbPolygon([ring]), wkbPolygon([square(175, -41)], 3, false)])),
    [[units(ring)], [units(square(175, -41))]],
  ],
  ['a surface of polygons', geometryBlob(wkbMany(12, [wkbPolygon([ring])])), alone],
  ['null', null, 'no geometry'],
  ['marked as empty', geometryBlob(Buffer.alloc(0), 4326, 0x11), 'no geometry'],
  ['an empty polygon', geometryBlob(wkbPolygon([])), 'no geometry'],
  ['no polygons', geometryBlob(wkbMany(6, [])), 'no geometry'],
  ['a point', geometryBlob(Buffer.concat([Buffer.of(1, 1, 0, 0, 0), Buffer.alloc(16)])), 'Point'],
  ['lines', geometryBlob(wkbMany(5, [])), 'MultiLineString'],
  ['a collection of an area', geometryBlob(wkbMany(7, [wkbPolygon([ring])])), alone],
  ['a collection of an area beside a line', geometryBlob(wkbMany(7, [wkbMany(5, []), wkbPolygon([ring])])), alone],
  ['a collection in a collection', geometryBlob(wkbMany(7, [wkbMany(7, [wkbPolygon([ring])])])), alone],
  ['a collection without an area', geometryBlob(wkbMany(7, [wkbMany(4, [])])), 'GeometryCollection'],
  ['an unknown reference system (0)', geometryBlob(wkbPolygon([ring]), 0), alone],
  ['an unknown reference system (-1)', geometryBlob(wkbPolygon([ring]), -1), alone],
])('a geometry is read: %s', async (_, blob, expected) => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [[blob, 'One', 1]]);
  });
  const [feature] = (await read(path)).features;
  expect(feature?.faults).toEqual([]);
  expect(feature && ringsOf(feature)).toEqual(expected);
});

test.each<[title: string, blob: Buffer, code: string, fault: string]>([
  ['truncated', area.subarray(0, -4), 'geometry-damaged', 'Its geometry is damaged or incomplete.'],
  [
    'an impossible count',
    geometryBlob(Buffer.of(1, 3, 0, 0, 0, 255, 255, 255, 255)),
    'geometry-damaged',
    'Its geometry is damaged or incomplete.',
  ],
  [
    'an unknown type',
    geometryBlob(wkbPolygon([ring], 99)),
    'geometry-damaged',
    'Its geometry is damaged or incomplete.',
  ],
  [
    'no head',
    wkbPolygon([ring]),
    'geometry-not-geopackage',
    'Its geometry is not in the form that GeoPackage prescribes.',
  ],
  [
    'another reference system',
    geometryBlob(wkbPolygon([ring]), 2193),
    'geometry-other-reference',
    'Its geometry has srs_id 2193, but its layer has 4326.',
  ],
])('a bad geometry is reported: %s', async (_, blob, code, fault) => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [[blob, 'One', 1]]);
  });
  expect((await read(path)).features[0]?.faults.map(codeAndWords)).toEqual([[code, fault]]);
});

const nztm = [
  [1748735, 5427916],
  [1748735, 5428000],
  [1749000, 5427916],
  [1748735, 5427916],
];

test.each<[title: string, layer: number, blobs: number, asked: 2193 | undefined]>([
  ['a person says another one than the layer', 4326, 4326, 2193],
  ['a person says it where the layer names one that does not exist', 99_999, 99_999, 2193],
  ['a person says it where layer and geometries differ', 4326, 27200, 2193],
  ['only the geometries say it', 0, 2193, undefined],
  ['only the geometries say it, of an unknown system of axes', -1, 2193, undefined],
  ['only the layer says it', 2193, 0, undefined],
])('the reference system is known: %s', async (_, layer, blobs, asked) => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [[geometryBlob(wkbPolygon([nztm]), blobs), 'One', 1]]);
    sqlite.prepare('UPDATE gpkg_geometry_columns SET srs_id = ?').run(layer);
  });
  const { features, placement } = await read(path, asked === undefined ? {} : { reference: references[asked] });
  expect(placement).toMatchObject({ reference: { code: 2193 }, isAsked: asked !== undefined });
  expect(features[0]?.faults).toEqual([]);
  expect(typeof features[0]?.area).toBe('object');
});

test.each<[type: string, Buffer]>([
  ['CurvePolygon', wkbMany(10, [])],
  ['CompoundCurve', wkbMany(9, [])],
  ['CurvePolygon', wkbMany(12, [wkbPolygon([ring]), wkbMany(10, [])])],
  ['MultiCurve', wkbMany(11, [])],
  ['CircularString', wkbMany(8, [])],
  ['TIN', wkbMany(16, [])],
])('a layer with curves is refused by the name of their type: %s', async (type, wkb) => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [
      [area, 'One', 1],
      [geometryBlob(wkb), 'One', 1],
    ]);
  });
  expect(codeAndWords((await rejectionOf(read(path))).reason)).toEqual([
    'layer-not-straight',
    `The layer "towns" has geometries of the type ${type} (the first in row 2), which are not read: convert the layer to MultiPolygon with straight edges, with GDAL for example by ogr2ogr -nlt CONVERT_TO_LINEAR.`,
  ]);
});

test('a MultiSurface of polygons with straight edges is read', async () => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [[geometryBlob(wkbMany(12, [wkbPolygon([ring])])), 'One', 1]]);
  });
  expect((await read(path)).features.map(ringsOf)).toEqual([[[expect.any(Array)]]]);
});

test('one of several layers is chosen by its name', async () => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [[area, 'One', 1]]);
    addLayer(sqlite, 'farms', [
      [area, 'One', 1],
      [area, 'Two', 1],
    ]);
  });
  const refused = async (choices = {}) => codeAndWords((await rejectionOf(read(path, choices))).reason);
  expect(await refused()).toEqual([
    'layers-to-choose',
    'The GeoPackage has 2 layers: "farms" (2 features), "towns" (1 feature). Use --layer to choose one.',
  ]);
  expect(await refused({ layer: 'seas' })).toEqual([
    'layer-not-found',
    'The GeoPackage does not have exactly one layer "seas". It has "farms" (2 features), "towns" (1 feature).',
  ]);
  expect((await read(path, { layer: 'farms' })).features).toHaveLength(2);
});

test('a layer without a known reference system declares none', async () => {
  for (const referenceId of [0, -1]) {
    const path = sqliteFile((sqlite) => {
      beginGeoPackage(sqlite);
      addLayer(sqlite, 'towns', [[geometryBlob(wkbPolygon([ring]), referenceId), 'One', 1]], referenceId);
    });
    expect((await read(path)).placement.declaredBy).toBeUndefined();
  }
});

test.each<[title: string, path: () => string, code: string, sentence: string]>([
  [
    'another SQLite file',
    () => sqliteFile((sqlite) => sqlite.exec('CREATE TABLE places (name TEXT)')),
    'not-a-geopackage',
    'The file is an SQLite database, but not a GeoPackage: it has no table gpkg_contents.',
  ],
  [
    'its lists are views',
    () =>
      sqliteFile((sqlite) =>
        sqlite.exec(
          'CREATE VIEW gpkg_contents AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n',
        ),
      ),
    'not-a-geopackage',
    'The file is an SQLite database, but not a GeoPackage: it has no table gpkg_contents.',
  ],
  [
    'no geometry',
    () => sqliteFile(beginGeoPackage),
    'geopackage-without-layers',
    'The GeoPackage has no layer with geometries.',
  ],
  [
    'a layer that is a view',
    () =>
      sqliteFile((sqlite) => {
        beginGeoPackage(sqlite);
        sqlite.exec("CREATE VIEW towns AS SELECT 1 AS fid, x'00' AS geom");
        listLayer(sqlite, 'towns');
      }),
    'geopackage-without-layers',
    'The layers of the GeoPackage are views ("towns"), which are not read: export them as tables.',
  ],
  [
    'an unknown srs_id',
    () =>
      sqliteFile((sqlite) => {
        beginGeoPackage(sqlite);
        addLayer(sqlite, 'towns', [[area, 'One', 1]], 77);
      }),
    'reference-undefined',
    'The GeoPackage does not define its srs_id 77. Use --crs to set the reference system.',
  ],
  [
    'an unsupported reference system',
    () =>
      sqliteFile((sqlite) => {
        beginGeoPackage(sqlite);
        addLayer(sqlite, 'towns', [[area, 'One', 1]], 3793);
      }),
    'reference-not-read',
    'The coordinates are in EPSG:3793 (NZGD2000 / Chatham Islands TM 2000), which is not read. Export the file in one of these: EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), EPSG:4167 (NZGD2000), EPSG:27200 (New Zealand Map Grid) and EPSG:3857 (Web Mercator).',
  ],
  [
    'truncated',
    () => fileWith(readFileSync(large()).subarray(0, 20_000)),
    'geopackage-damaged',
    'The GeoPackage is damaged or incomplete.',
  ],
  [
    'only its header',
    () => fileWith(readFileSync(large()).subarray(0, 60)),
    'geopackage-damaged',
    'The GeoPackage is damaged or incomplete.',
  ],
  [
    'pages of noise',
    () => fileWith(Buffer.from(readFileSync(large())).fill(0xa5, 4096, 12_000)),
    'geopackage-damaged',
    'The GeoPackage is damaged or incomplete.',
  ],
  [
    'noise in the middle of a layer',
    () => fileWith(Buffer.from(readFileSync(large())).fill(0xa5, 40_000, 60_000)),
    'geopackage-damaged',
    'The GeoPackage is damaged or incomplete.',
  ],
])('a bad GeoPackage is refused: %s', async (_, path, code, sentence) => {
  expect(codeAndWords((await rejectionOf(read(path()))).reason)).toEqual([code, sentence]);
});

function large(): string {
  return sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    addLayer(
      sqlite,
      'towns',
      Array.from({ length: 500 }, () => [area, 'One', 1] as const),
    );
  });
}

test('nothing in the file is executed, and the file stays unchanged to the byte', async () => {
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    sqlite.exec(`
      CREATE TABLE towns (fid INTEGER PRIMARY KEY, geom BLOB, provider TEXT,
        loud TEXT GENERATED ALWAYS AS (upper(provider)) VIRTUAL);
      CREATE TABLE log (what TEXT);
      CREATE TRIGGER spy AFTER INSERT ON towns BEGIN INSERT INTO log VALUES ('ran'); END;
      CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
    `);
    listLayer(sqlite, 'towns');
    listLayer(sqlite, 'endless');
    sqlite.prepare('INSERT INTO towns (geom, provider) VALUES (?, ?)').run(area, 'One');
  });
  const before = readFileSync(path);
  const { features, layers } = await read(path);
  expect(layers).toEqual([{ name: 'towns', features: 1 }]);
  expect([...(features[0]?.properties.keys() ?? [])]).toEqual(['fid', 'provider']);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual(['towns.gpkg']);
});

test('a file in write-ahead mode is read from a copy, which is removed', async () => {
  const path = sqliteFile((sqlite) => {
    sqlite.pragma('journal_mode = WAL');
    beginGeoPackage(sqlite);
    addLayer(sqlite, 'towns', [[area, 'One', 1]]);
  });
  expect(readFileSync(path)[18]).toBe(2);
  expect((await read(path)).features).toHaveLength(1);
  expect(readdirSync(dirname(path))).toEqual(['towns.gpkg']);

  const open = new Database(path);
  open.exec("UPDATE towns SET provider = 'Two'");
  expect(existsSync(`${path}-wal`)).toBe(true);
  expect((await rejectionOf(read(path))).reason).toEqual({ code: 'geopackage-in-use' });
  open.close();
});

function withEnvelope(wkb: Buffer): Buffer {
  const [head, envelope] = [geometryBlob(Buffer.alloc(0), 4326, 3), Buffer.alloc(32)];
  return Buffer.concat([head, envelope, wkb]);
}
