import { expect, test } from 'vitest';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { file, square } from '#tests/support/files/coverage-files.ts';
import { readFeatures, ringsOf } from '#tests/support/files/read-features.ts';
import { dbf, nztmPrj, shapefileZip, shp } from '#tests/support/files/shapefile.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';

const clockwise = square(174, -41).toReversed();
const hole = square(174.02, -40.98, 0.02);
const beside = square(175, -41).toReversed();
const names = [{ name: 'provider' }];
const one = { shp: shp([[clockwise]]), dbf: dbf(names, [['One']]) };

function units(ring: readonly (readonly number[])[]): number[] {
  return ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]);
}

function read(parts: Parameters<typeof shapefileZip>[0], choices = {}) {
  return readFeatures(file(shapefileZip(parts)), choices);
}

test('shapes are read with their rows, their rings distinguished by direction', async () => {
  const table = dbf(
    [
      { name: 'provider' },
      { name: 'max', type: 'N', length: 12 },
      { name: 'built', type: 'L', length: 1 },
      { name: 'ready', type: 'D', length: 8 },
      { name: 'note', type: 'M', length: 10 },
    ] as const,
    [
      ['Tūī', '  900.500000', 'T', '20261120', '         1'],
      ['', '************', '?', '00000000', ''],
      ['Three', 'not a number', 'n', '', ''],
    ],
  );
  const { features, format, layerName, placement } = await read({
    shp: shp([[clockwise, beside, hole], undefined, [square(176, -41)]]),
    dbf: table,
    cpg: 'UTF-8',
  });
  expect({ format, layerName, code: placement.reference.code, by: placement.declaredBy }).toEqual({
    format: 'Shapefile',
    layerName: 'towns',
    code: 4326,
    by: undefined,
  });
  expect(features.map(ringsOf)).toEqual([
    [[units(clockwise), units(hole)], [units(beside)]],
    'no geometry',
    [[units(square(176, -41))]],
  ]);
  expect(features.map(({ number, properties }) => ({ number, ...Object.fromEntries(properties) }))).toEqual([
    { number: 1, provider: 'Tūī', max: 900.5, built: true, ready: '2026-11-20', note: null },
    { number: 2, provider: '', max: null, built: null, ready: null, note: null },
    { number: 3, provider: 'Three', max: 'not a number', built: false, ready: null, note: null },
  ]);
});

test('the projection is taken from the .prj file', async () => {
  const nztm = [
    [1748735, 5427916],
    [1748735, 5428000],
    [1749000, 5427916],
    [1748735, 5427916],
  ];
  const { features, placement } = await read({ ...one, shp: shp([[nztm]]), prj: nztmPrj });
  expect(placement).toMatchObject({ reference: { code: 2193, accuracyMetres: 2 }, declaredBy: 'prj' });
  // computed by PROJ's cs2cs
  expect(ringsOf(features[0] as never)[0]?.[0]?.slice(0, 2)).toEqual([
    toUnitX(174.7761935),
    toUnitY(-41.2865044),
  ] as never);
});

test('a row marked as deleted is skipped and counted', async () => {
  const { features } = await read({ shp: shp([[clockwise], [beside]]), dbf: dbf(names, [undefined, ['Two']]) });
  expect(features.map(({ area }) => (typeof area === 'string' ? area : 'area'))).toEqual(['deleted', 'area']);
});

const macrons = 'Ōtorohanga, Kāpiti, Tūī';
const inWindows1257 = Buffer.from([0xd4, ...Buffer.from('torohanga, K'), 0xe2, ...Buffer.from('piti, T'), 0xfb, 0xee]);
const inWindows1252 = Buffer.from('Café Mäori', 'latin1');

test.each<
  [
    title: string,
    text: Buffer | string,
    cpg: string | undefined,
    driver: number,
    asked: string | undefined,
    expected: string,
  ]
>([
  ['UTF-8, as the .cpg file says', macrons, 'UTF-8', 0, undefined, macrons],
  ['UTF-8 by its code page number', macrons, '65001', 0x57, undefined, macrons],
  ['UTF-8 by default', macrons, undefined, 0, undefined, macrons],
  ['UTF-8 when only the old language byte disagrees', macrons, undefined, 0x57, undefined, macrons],
  ['UTF-8 as chosen, whatever the .cpg file says', macrons, '1252', 0, 'utf8', macrons],
  ['CP1252, as the .cpg file says', inWindows1252, 'ANSI 1252', 0, undefined, 'Café Mäori'],
  ['CP1252 by its language byte', inWindows1252, undefined, 0x03, undefined, 'Café Mäori'],
  ['CP1252 when the encoding is not declared', inWindows1252, undefined, 0, undefined, 'Café Mäori'],
  ['ISO-8859-1, as GDAL writes it', inWindows1252, 'ISO-8859-1', 0x57, undefined, 'Café Mäori'],
  ['macrons in a one-byte code page', inWindows1257, 'CP1257', 0, undefined, macrons],
  ['macrons in a one-byte code page, as chosen', inWindows1257, undefined, 0, 'windows-1257', macrons],
  ['ASCII, whatever is declared', 'Otaki', 'EBCDIC', 0x02, undefined, 'Otaki'],
])('texts are decoded: %s', async (_, text, cpg, driver, asked, expected) => {
  const parts = { shp: one.shp, dbf: dbf(names, [[text]], driver), ...(cpg === undefined ? {} : { cpg }) };
  const { features } = await read(parts, { encoding: asked });
  expect(features[0]?.properties.get('provider')).toBe(expected);
});

const utf8 = Buffer.from(macrons);
test.each<[title: string, parts: Parameters<typeof shapefileZip>[0], choices: object, code: string, sentence: string]>([
  [
    'a wrong .cpg file, which would garble macrons',
    { ...one, dbf: dbf(names, [[utf8]]), cpg: '1252' },
    {},
    'encoding-contradiction',
    'According to the .cpg file the text is 1252, but all of it is valid UTF-8. Use --encoding to choose UTF-8 or, if the .cpg file is right, windows-1252.',
  ],
  [
    'texts that are not in the declared encoding',
    { ...one, dbf: dbf(names, [['One'], [inWindows1252]]), shp: shp([undefined, undefined]), cpg: 'UTF-8' },
    {},
    'wrong-encoding',
    'towns.dbf is not UTF-8 in row 2, column "provider". Use --encoding to set its encoding, for example to windows-1252.',
  ],
  [
    'an unknown encoding',
    { ...one, dbf: dbf(names, [[inWindows1252]]), cpg: 'EBCDIC' },
    {},
    'encoding-unknown',
    'The encoding "EBCDIC" of the .cpg file is not known. Use --encoding to set it, for example to UTF-8 or windows-1252.',
  ],
  [
    'a DOS code page',
    { ...one, dbf: dbf(names, [[inWindows1252]], 0x02) },
    {},
    'code-page-not-read',
    'The text of the .dbf file is in cp850, which is not read. Use --encoding to set its encoding, or export the Shapefile as UTF-8.',
  ],
  [
    'no table',
    { shp: one.shp },
    {},
    'dbf-missing',
    'The zip archive has no towns.dbf, the table that belongs to the Shapefile.',
  ],
  [
    'a table of another Shapefile',
    { ...one, dbf: dbf(names, [['One'], ['Two']]) },
    {},
    'shapes-and-rows-differ',
    'towns.dbf has more rows than towns.shp has shapes, from number 2 on. They do not belong together, or one is incomplete.',
  ],
  [
    'fewer rows than shapes',
    { ...one, dbf: dbf(names, []) },
    {},
    'shapes-and-rows-differ',
    'towns.shp has more shapes than towns.dbf has rows, from number 1 on. They do not belong together, or one is incomplete.',
  ],
  [
    'truncated shapes',
    { ...one, shp: one.shp.subarray(0, -20) },
    {},
    'shapes-cut-short',
    'towns.shp is incomplete: it ends too early, at shape 1.',
  ],
  [
    'a truncated table',
    { ...one, dbf: one.dbf.subarray(0, -20) },
    {},
    'dbf-cut-short',
    'towns.dbf is incomplete: it ends too early, at row 1.',
  ],
  [
    'an empty file of shapes',
    { ...one, shp: Buffer.alloc(50) },
    {},
    'not-a-shapefile',
    'towns.shp is not a Shapefile, or is incomplete.',
  ],
  [
    'an empty table',
    { ...one, dbf: Buffer.alloc(50) },
    {},
    'not-a-dbf',
    'towns.dbf is not a .dbf table, or is incomplete.',
  ],
  [
    'an impossible number of positions',
    { ...one, shp: patched(one.shp, 100 + 8 + 40, 1_000_000) },
    {},
    'shape-damaged',
    'towns.shp is damaged at shape 1.',
  ],
  [
    'a ring that begins beyond the end',
    { ...one, shp: patched(one.shp, 100 + 8 + 44, 7) },
    {},
    'shape-damaged',
    'towns.shp is damaged at shape 1.',
  ],
  [
    'an unknown shape type',
    { ...one, shp: patched(one.shp, 100 + 8, 99) },
    {},
    'shape-damaged',
    'towns.shp is damaged at shape 1.',
  ],
  [
    'solids',
    { ...one, shp: patched(one.shp, 100 + 8, 31) },
    {},
    'shape-multipatch',
    'Shape 1 of towns.shp is a solid (MultiPatch): export the Shapefile as polygons.',
  ],
  [
    'an unsupported projection',
    {
      ...one,
      prj: nztmPrj.replace('1600000.0', '400000.0').replace('New_Zealand_Transverse_Mercator', 'Mount_Eden_Circuit'),
    },
    {},
    'reference-not-read',
    'The coordinates are in "NZGD_2000_Mount_Eden_Circuit", which is not read. Export the file in one of these: EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), EPSG:4167 (NZGD2000), EPSG:27200 (New Zealand Map Grid) and EPSG:3857 (Web Mercator).',
  ],
  [
    'a .prj file that is not WKT',
    { ...one, prj: '{"a":1}' },
    {},
    'reference-not-described',
    'The description of the projection is not well-known text.',
  ],
])('a bad Shapefile is refused: %s', async (_, parts, choices, code, sentence) => {
  expect(codeAndWords((await rejectionOf(read(parts, choices))).reason)).toEqual([code, sentence]);
});

function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeInt32LE(value, at);
  return copy;
}

const member = (name: string) => [
  { name: `${name}.shp`, content: one.shp },
  { name: `${name}.DBF`, content: one.dbf },
];

test('one of several Shapefiles is chosen by name; folders and files added by macOS are ignored', async () => {
  const zip = file(
    zipOf([...member('a/towns'), ...member('b/farms'), { name: '__MACOSX/a/._towns.shp', content: 'x' }]),
  );
  const refused = async (choices = {}) => codeAndWords((await rejectionOf(readFeatures(zip, choices))).reason);
  expect(await refused()).toEqual([
    'layers-to-choose',
    'The zip archive has 2 Shapefiles: "towns", "farms". Use --layer to choose one.',
  ]);
  expect(await refused({ layer: 'seas' })).toEqual([
    'layer-not-found',
    'The zip archive does not have exactly one Shapefile "seas". It has "towns", "farms".',
  ]);
  const { layerName, layers, features } = await readFeatures(zip, { layer: 'farms' });
  expect({ layerName, layers: layers.map(({ name }) => name), count: features.length }).toEqual({
    layerName: 'farms',
    layers: ['towns', 'farms'],
    count: 1,
  });
});

const cutNote = (texts: number, columns: string[]) => ({ code: 'texts-cut', texts, columns });

test.each<[title: string, texts: (string | Buffer)[], cpg: string | undefined, read: string[], notes: object[]]>([
  [
    'with a .cpg file',
    [Buffer.from('Tūī').subarray(0, -1), 'Kea'],
    'UTF-8',
    ['Tū', 'Kea'],
    [{ code: 'text-encoding', encoding: 'UTF-8', by: 'cpg' }, cutNote(1, ['provider'])],
  ],
  [
    'without one, beside whole letters',
    [Buffer.from('Tūī').subarray(0, -1), 'Ōtaki'],
    undefined,
    ['Tū', 'Ōtaki'],
    [{ code: 'text-encoding', encoding: 'UTF-8', by: 'content' }, cutNote(1, ['provider'])],
  ],
  [
    'letters of three and four bytes',
    [Buffer.from('a€').subarray(0, -1), Buffer.from('a😀').subarray(0, -2)],
    'UTF-8',
    ['a', 'a'],
    [{ code: 'text-encoding', encoding: 'UTF-8', by: 'cpg' }, cutNote(2, ['provider'])],
  ],
  [
    'a last letter of Windows-1252, which is no half letter',
    [Buffer.from('Café', 'latin1')],
    undefined,
    ['Café'],
    [{ code: 'text-encoding', encoding: 'windows-1252', by: 'default' }],
  ],
])('a text that is cut within a letter loses that half letter only: %s', async (_, texts, cpg, expected, notes) => {
  const given = {
    shp: shp(texts.map(() => [clockwise])),
    dbf: dbf(
      names,
      texts.map((text) => [text]),
    ),
    ...(cpg === undefined ? {} : { cpg }),
  };
  const found = await read(given);
  expect(found.features.map(({ properties }) => properties.get('provider'))).toEqual(expected);
  expect(found.notes).toEqual(notes);
});

test('a text that is not UTF-8 within is refused, not shortened', async () => {
  const table = dbf(names, [[Buffer.from('Café au lait', 'latin1')]]);
  expect((await rejectionOf(read({ shp: shp([[clockwise]]), dbf: table, cpg: 'UTF-8' }))).reason.code).toBe(
    'wrong-encoding',
  );
});
