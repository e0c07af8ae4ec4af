import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { references } from '#lib/broadband/import/projection/reference.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { noteWords } from '#lib/words/coverage/notes.ts';
import { file, square } from '#tests/support/files/coverage-files.ts';
import { wkbMany, wkbPolygon } from '#tests/support/files/geopackage.ts';
import { readFeatures, ringsOf } from '#tests/support/files/read-features.ts';
import { tries } from '#tests/support/long.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';
import type { PlaceField } from './place-fields.ts';

function wkt(...rings: number[][][]): string {
  return `POLYGON (${rings.map((ring) => `(${ring.map((position) => position.join(' ')).join(', ')})`).join(', ')})`;
}

function units(ring: readonly (readonly number[])[]): number[] {
  return ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]);
}

/** As PostGIS writes a geometry: with its reference system behind the type. */
function withReference(wkb: Buffer, code: number): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 1;
  head.writeUInt32LE(0x20000003, 1);
  head.writeUInt32LE(code, 5);
  return Buffer.concat([head, wkb.subarray(5)]);
}

const ring = square(174, -41);
const hole = square(174.02, -40.98, 0.02);
const one = [[units(ring)]];
const json = JSON.stringify({ type: 'Polygon', coordinates: [ring] }).replaceAll('"', '""');

test('rows keep their columns, except those of their position', async () => {
  const text = `Provider;Max;shape;Note\r\nTūī;900;"${wkt(ring, hole)}";"two\nlines"\r\n\r\nOne;;;x\r\n`;
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), gzipSync(text)]) {
    const { features, format, notes } = await readFeatures(file(bytes));
    expect({ format, notes }).toEqual({
      format: 'CSV',
      notes: [{ code: 'areas-in-column', column: 'shape', form: 'WKT' }],
    });
    expect(features.map(ringsOf)).toEqual([[[units(ring), units(hole)]], 'no geometry']);
    expect(
      features.map(({ number, line, properties }) => ({ number, line, ...Object.fromEntries(properties) })),
    ).toEqual([
      { number: 1, line: 3, Provider: 'Tūī', Max: '900', Note: 'two\nlines' },
      { number: 2, line: 5, Provider: 'One', Max: '', Note: 'x' },
    ]);
  }
});

test.each<[title: string, geometry: string, expected: unknown]>([
  ['a polygon', wkt(ring), one],
  ['lower case, no blanks', wkt(ring).toLowerCase().replaceAll(', ', ','), one],
  [
    'several',
    `MULTIPOLYGON ((${wkt(ring).slice(9, -1)}), (${wkt(square(175, -41), hole).slice(9, -1)}))`,
    [[units(ring)], [units(square(175, -41)), units(hole)]],
  ],
  ['heights and measures', wkt(ring.map((position) => [...position, 1, 2.5])).replace('POLYGON', 'POLYGON ZM'), one],
  ['exponents', wkt(ring).replace('174 ', '+1.74e2 '), one],
  ['an SRID prefix of PostGIS', `SRID=4326;${wkt(ring)}`, one],
  ['empty', 'MULTIPOLYGON EMPTY', 'no geometry'],
  ['nothing', ' ', 'no geometry'],
  ['a point', 'POINT (174 -41)', 'Point'],
  ['lines', 'MULTILINESTRING ((174 -41, 175 -41))', 'MultiLineString'],
  ['a collection of an area', `GEOMETRYCOLLECTION (${wkt(ring)})`, one],
  ['a collection without an area', 'GEOMETRYCOLLECTION (POINT (174 -41), LINESTRING EMPTY)', 'GeometryCollection'],
  ['an empty collection', 'GEOMETRYCOLLECTION EMPTY', 'GeometryCollection'],
  [
    'a collection in a collection',
    `GEOMETRYCOLLECTION Z (POINT Z (174 -41 1), GEOMETRYCOLLECTION (${wkt(ring)}))`,
    one,
  ],
  [
    'heights without a blank, as QGIS writes them',
    wkt(ring.map((position) => [...position, 0])).replace('POLYGON ', 'PolygonZ '),
    one,
  ],
  ['measures without a blank', wkt(ring.map((position) => [...position, 0])).replace('POLYGON ', 'PolygonM'), one],
  ['both without a blank', `MultiPolygonZM (${wkt(ring.map((position) => [...position, 0, 1])).slice(8)})`, one],
  ['heights that are not numbers', wkt(ring).replaceAll(/,|\)\)/g, (mark) => ` nan${mark}`), one],
  ['heights as Windows writes them', wkt(ring).replaceAll(/,|\)\)/g, (mark) => ` -1.#IND${mark}`), one],
  [
    'a surface of polygons',
    `MULTISURFACE (${wkt(ring)}, ${wkt(square(175, -41)).slice(8)})`,
    [[units(ring)], [units(square(175, -41))]],
  ],
  ['an empty member', `MULTIPOLYGON (EMPTY, ${wkt(ring).slice(8)})`, one],
  ['hexadecimal', wkbPolygon([ring]).toString('hex'), one],
  [
    'hexadecimal with a reference system',
    withReference(wkbPolygon([ring]), 4326)
      .toString('hex')
      .toUpperCase(),
    one,
  ],
  ['hexadecimal as PostgreSQL writes bytes', `\\x${wkbPolygon([ring], 3, false).toString('hex')}`, one],
  ['hexadecimal of a collection', wkbMany(7, [wkbPolygon([ring])]).toString('hex'), one],
])('WKT is read: %s', async (_, geometry, expected) => {
  const [, feature] = (await readFeatures(file(`wkt,name\n"${wkt(ring)}",first\n"${geometry}",x\n`))).features;
  expect(feature?.faults).toEqual([]);
  expect(feature && ringsOf(feature)).toEqual(expected);
});

test.each<[geometry: string, code: string, fault: string]>([
  [
    'POLYGON ((174 -41, 175 -41',
    'wkt-damaged',
    'Its well-known text is damaged or incomplete near "N ((174 -41, 175 -41".',
  ],
  [`${wkt(ring)} x`, 'wkt-damaged', 'Its well-known text is damaged or incomplete near "74 -40.9, 174 -41)) x".'],
  [
    'POLYGON ((174 NaN, 175 -41))',
    'wkt-damaged',
    'Its well-known text is damaged or incomplete near "POLYGON ((174 NaN, 175 -41))".',
  ],
  [
    'POLYGON ((174 Infinity, 175 -41))',
    'wkt-damaged',
    'Its well-known text is damaged or incomplete near "POLYGON ((174 Infinity, 175 -41))".',
  ],
  ['POLYGON ((174, 175))', 'wkt-damaged', 'Its well-known text is damaged or incomplete near "POLYGON ((174, 175))".'],
  [
    'CURVEPOLYGON ((174 -41))',
    'geometry-not-straight',
    'Its geometry has the type CURVEPOLYGON: convert it to polygons with straight edges.',
  ],
  ['hello', 'geometry-not-wkt', 'Its geometry is not well-known text: "hello".'],
])('a bad geometry is a fault of its row: %s', async (geometry, code, fault) => {
  const [, feature] = (await readFeatures(file(`wkt,name\n"${wkt(ring)}",first\n"${geometry}",x\n`))).features;
  expect(feature?.faults.map(codeAndWords)).toEqual([[code, fault]]);
});

test('a column of GeoJSON is read, each row on its own', async () => {
  const text = `name\tplace\nfirst\t"${json}"\nsecond\tnot JSON\nthird\t\n`;
  const { features, notes } = await readFeatures(file(text));
  expect(notes).toEqual([{ code: 'areas-in-column', column: 'place', form: 'GeoJSON' }]);
  expect(features.map(ringsOf)).toEqual([one, 'no geometry', 'no geometry']);
  expect(features.map(({ faults }) => faults)).toEqual([
    [],
    [{ code: 'geometry-not-geojson', problem: { kind: 'not-a-value', word: 'not' } }],
    [],
  ]);
});

test.each([
  ['the reference system of a first row', 2193, 2193],
  ['an unknown one', 0, 4326],
])(
  'hexadecimal of PostGIS is recognised without being named, also below an empty row: %s',
  async (_, code, expected) => {
    const nztm = [
      [1748735, 5427916],
      [1749000, 5427916],
      [1749000, 5428000],
      [1748735, 5427916],
    ];
    const hex = withReference(wkbPolygon([code === 0 ? ring : nztm]), code).toString('hex');
    const { placement, notes } = await readFeatures(file(`geom,name\n,none\n${hex},x\n`));
    expect(notes).toEqual([{ code: 'areas-in-column', column: 'geom', form: 'WKB' }]);
    expect(placement.reference.code).toBe(expected);
  },
);

test('a reference system is taken from the PostGIS prefix', async () => {
  const nztm = wkt([
    [1748735, 5427916],
    [1749000, 5427916],
    [1749000, 5428000],
    [1748735, 5427916],
  ]);
  const { features, placement } = await readFeatures(file(`wkt,n\n"SRID=2193;${nztm}",1\n`));
  expect(placement).toMatchObject({ reference: { code: 2193 }, declaredBy: 'srid' });
  // computed by PROJ's cs2cs
  expect(ringsOf(features[0] as never)[0]?.[0]?.slice(0, 2)).toEqual([
    toUnitX(174.7761935),
    toUnitY(-41.2865044),
  ] as never);
});

test.each<[title: string, text: string, choices: object, circles: object]>([
  [
    'kilometres, by their name',
    'site,Latitude,Longitude,Radius (km)\na,-41.2865044,174.7761935,30\n',
    {},
    { first: 'Longitude', second: 'Latitude', radius: 'Radius (km)', unit: 'kilometres' },
  ],
  [
    'metres of NZTM2000',
    'easting,northing,range_m\n1748735,5427916,30000\n',
    { reference: references[2193] },
    { first: 'easting', second: 'northing', radius: 'range_m', unit: 'metres' },
  ],
  [
    'as chosen',
    'a,b,c\n-41.2865044,174.7761935,30\n',
    {
      places: new Map<PlaceField, string>([
        ['latitude', 'a'],
        ['longitude', 'b'],
        ['radius_km', 'c'],
      ]),
    },
    { first: 'b', second: 'a', radius: 'c', unit: 'kilometres' },
  ],
])('points with a radius become circles: %s', async (_, text, choices, circles) => {
  const { features, notes } = await readFeatures(file(text), choices);
  expect(notes).toEqual([{ code: 'circles-in-columns', ...circles }]);
  const [feature] = features;
  const north = typeof feature?.area === 'object' ? feature.area.parts[0]?.[0]?.subarray(0, 2) : undefined;
  // 30 km north of Wellington by PROJ's `geod +ellps=WGS84`: -41.01637245
  expect(north?.[0]).toBe(toUnitX(174.7761935));
  expect(Math.abs(Number(north?.[1]) - -410_163_724.5)).toBeLessThan(1);
});

test('an impossible point or radius is a fault of its row', async () => {
  const rows = [
    '-41,174,9.9',
    '-41,174,100001',
    '-41,x,500',
    'NaN,174,500',
    '-41,174,',
    ',,',
    '-41,174,Infinity',
    '-41,174',
  ];
  const { features } = await readFeatures(file(`lat,lon,radius_m\n${rows.join('\n')}\n`));
  expect(features.map(({ faults }) => faults.map(codeAndWords))).toEqual([
    [['radius-outside', 'Its radius is 9.9 m, but must be from 10 m to 100 km.']],
    [['radius-outside', 'Its radius is 100001 m, but must be from 10 m to 100 km.']],
    [['not-a-number', 'Its position "x" is not a number.']],
    [['not-a-number', 'Its position "NaN" is not a number.']],
    [['not-a-number', 'Its radius "" is not a number.']],
    [],
    [['not-a-number', 'Its radius "Infinity" is not a number.']],
    [['columns-differ', '2 columns, but the first line has 3.']],
  ]);
});

test('eastings without a declared projection are stray, like any metres', async () => {
  const { features } = await readFeatures(file('easting,northing,radius_m\n1748735,5427916,500\n'));
  expect(features[0]?.area).toMatchObject({ parts: [], positions: 1, stray: { count: 1 } });
});

test('other encodings are read when they are declared', async () => {
  const bytes = Buffer.from(`name,wkt\nCafé,"${wkt(ring)}"\n`, 'latin1');
  expect(codeAndWords((await rejectionOf(readFeatures(file(bytes)))).reason)).toEqual([
    'wrong-encoding',
    'towns.geojson is not UTF-8. Use --encoding to set its encoding, for example to windows-1252.',
  ]);
  const { features } = await readFeatures(file(bytes), { encoding: 'cp1252' });
  expect(features[0]?.properties.get('name')).toBe('Café');
});

test.each<[title: string, text: string, choices: object, code: string, sentence: string]>([
  [
    'no position at all',
    'name,x1\na,b\n',
    {},
    'no-place-columns',
    'The file was read as a table (CSV), but no column says where its rows are: it has neither areas (WKT or GeoJSON) nor longitude and latitude. Its columns are "name", "x1". Use for example --map wkt=COLUMN to choose one.',
  ],
  [
    'a chosen column that does not exist',
    'name,x1\na,b\n',
    { places: new Map([['wkt', 'geom']]) },
    'column-not-found',
    'No column is named "geom", from which wkt should be read. Its columns are "name", "x1".',
  ],
  [
    'a radius without its unit',
    'lat,lon,Radius\n-41,174,5\n',
    {},
    'radius-unit-unknown',
    'The column "Radius" does not say whether it is in metres or kilometres. Use --map radius_m=Radius or --map radius_km=Radius.',
  ],
  [
    'only points',
    'lat,lon,name\n-41,174,x\n',
    {},
    'no-radius-column',
    'The table has points, but no column says how far they reach. Its columns are "lat", "lon", "name". Use for example --map radius_m=COLUMN to choose one.',
  ],
  [
    'a column twice',
    'wkt,a,a\n"POLYGON EMPTY",1,2\n',
    {},
    'column-repeated',
    'towns.geojson has the column a twice, and only one of them could be read. Give each column its own name.',
  ],
  [
    'an unclosed quotation mark',
    `wkt,a\n"${wkt(ring)},1\n`,
    {},
    'not-csv',
    'towns.geojson, line 2: this is not CSV; look for a quotation mark that is out of place or not closed.',
  ],
  [
    'a row that never ends',
    `wkt,a\n"POLYGON EMPTY",1\n"${'x'.repeat(65 * 2 ** 20)}`,
    {},
    'csv-row-too-long',
    'Line 3 of the table is longer than 64 MiB. Check for a quotation mark that is not closed; deliver large geometries as GeoPackage.',
  ],
])('a bad table is refused with the reason: %s', async (_, text, choices, code, sentence) => {
  expect(codeAndWords((await rejectionOf(readFeatures(file(text), choices))).reason)).toEqual([code, sentence]);
});

// more than one call of a function takes as arguments
const manyPositions = tries(150_000, 1_000_000);
test(`a ring of ${manyPositions} positions is read`, async () => {
  const positions = Array.from({ length: manyPositions }, (_, place) => {
    const angle = (place / manyPositions) * 2 * Math.PI;
    return [Number((174 + Math.cos(angle)).toFixed(7)), Number((-41 + Math.sin(angle)).toFixed(7))];
  });
  const [feature] = (await readFeatures(file(`wkt,a\n"${wkt(positions)}",1\n`))).features;
  expect(typeof feature?.area === 'object' && feature.area.parts[0]?.[0]?.length).toBe(2 * manyPositions + 2);
});

const circle = { bytes: 'Name;Latitude;Longitude;Radius_km;Max\r\nTūī;-41,2865;174,7762;1,5;"1.234,5"\r\n' };

test.each<[title: string, text: string]>([
  ['semicolons', circle.bytes],
  ['a byte order mark', `\ufeff${circle.bytes}`],
  ['tabs', circle.bytes.replaceAll(';', '\t')],
  ['commas and quotation marks', 'Name,Latitude,Longitude,Radius_km,Max\nTūī,"-41,2865","174,7762","1,5","1.234,5"\n'],
  ['a first line that declares the delimiter', `\ufeffsep=;\r\n${circle.bytes}`],
])('decimal commas are read between %s, and reported', async (_, text) => {
  const { features, notes } = await readFeatures(file(text));
  const [plain] = (await readFeatures(file('Latitude,Longitude,Radius_km\n-41.2865,174.7762,1.5\n'))).features;
  expect(features.map(({ properties }) => Object.fromEntries(properties))).toEqual([{ Name: 'Tūī', Max: '1234.5' }]);
  expect(features.map(ringsOf)).toEqual([plain && ringsOf(plain)]);
  expect(notes.slice(1).map(noteWords)).toEqual([
    'Numbers with a decimal comma were read in "Latitude", "Longitude", "Radius_km", "Max", such as 174,5 for 174.5.',
  ]);
});

test('a number that may be meant in two ways is a fault of its row', async () => {
  const text = 'lat\tlon\tradius_m\n-41,286\t174,776\t500\n';
  const [feature] = (await readFeatures(file(text))).features;
  expect(feature?.faults).toEqual([
    { code: 'not-a-number', what: 'position', text: '174,776' },
    { code: 'not-a-number', what: 'position', text: '-41,286' },
  ]);
});

test('rows after the sample are read like those in it', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => `-41,${2000 + row};174,5;100`).join('\n');
  const { features } = await readFeatures(file(`lat;lon;radius_m\n${rows}\n`));
  expect(features).toHaveLength(500);
  expect(features.flatMap(({ faults }) => faults)).toEqual([]);
});
