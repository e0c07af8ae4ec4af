import { expect, test } from 'vitest';
import { collection, feature, file, square } from '#tests/support/files/coverage-files.ts';
import { readFeatures } from '#tests/support/files/read-features.ts';
import { dbf, shp } from '#tests/support/files/shapefile.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';

const geojson = JSON.stringify(collection(feature({}, square(174, -41))));
const empty = (...names: string[]) => zipOf(names.map((name) => ({ name, content: 'x' })));
const readable =
  'Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.';

test.each<[title: string, bytes: Buffer, code: string, sentence: string]>([
  [
    'a File Geodatabase',
    empty('Coverage.gdb/a00000001.gdbtable', 'Coverage.gdb/a00000001.gdbtablx', 'Coverage.gdb/gdb'),
    'zip-not-read',
    'The zip archive has a File Geodatabase (.gdb), "Coverage.gdb", which is not read. Export its layer as GeoPackage, Shapefile or GeoJSON, with GDAL for example by ogr2ogr coverage.gpkg Coverage.gdb.',
  ],
  [
    'an archive in the archive',
    empty('north.zip', 'readme.txt'),
    'zip-not-read',
    'The zip archive has an archive inside the archive, "north.zip", which is not read. Unpack it, and import the archive inside it.',
  ],
  [
    'another kind of archive',
    empty('north.7z'),
    'zip-not-read',
    'The zip archive has an archive inside the archive, "north.7z", which is not read. Unpack it, and import the file inside it.',
  ],
  [
    'a format that is not read',
    empty('coverage.gml'),
    'zip-not-read',
    `The zip archive has a file of another format, "coverage.gml", which is not read. ${readable}`,
  ],
  [
    'an archive beside a coverage file',
    zipOf([
      { name: 'north.geojson', content: geojson },
      { name: 'south.zip', content: 'x' },
    ]),
    'zip-ambiguous',
    'The zip archive has several coverage files: "north.geojson", "south.zip". Import each separately.',
  ],
  [
    'a GeoPackage that was packed while it was open',
    empty('a/cov.gpkg', 'a/cov.gpkg-shm', 'a/cov.gpkg-wal'),
    'geopackage-log-packed',
    'The GeoPackage was packed while another program had it open: its last changes are only in "a/cov.gpkg-wal", and would be lost. Close the file in that program (in QGIS, remove its layers from the project), then pack the .gpkg file again.',
  ],
  [
    'a GeoPackage with an unfinished change',
    empty('cov.GPKG', 'cov.GPKG-journal'),
    'geopackage-log-packed',
    'The GeoPackage was packed while another program had it open: its last changes are only in "cov.GPKG-journal", and would be lost. Close the file in that program (in QGIS, remove its layers from the project), then pack the .gpkg file again.',
  ],
])('an archive is refused with its true cause and the way out: %s', async (_, bytes, code, sentence) => {
  expect(codeAndWords((await rejectionOf(readFeatures(file(bytes)))).reason)).toEqual([code, sentence]);
});

test.each<[number: number, name: string]>([
  [9, 'Deflate64'],
  [14, 'LZMA'],
  [12, 'BZIP2'],
  [93, 'Zstandard'],
  [121, 'number 121'],
])('compression of kind %i is named %s', async (method, name) => {
  const bytes = zipOf([{ name: 'a.geojson', content: geojson, claims: { method } }]);
  expect(codeAndWords((await rejectionOf(readFeatures(file(bytes)))).reason)).toEqual([
    'zip-method',
    `"a.geojson" in the zip archive is compressed with ${name}, which is not read: make the archive again with the usual compression (Deflate), for example with another program, or unpack it and import the file itself.`,
  ]);
});

test.each([
  ['a password', { flags: 1 }],
  ['a password, with AES', { method: 99 }],
  ['strong encryption', { flags: 0x41 }],
])('encryption is named: %s', async (_, claims) => {
  const bytes = zipOf([{ name: 'a.geojson', content: geojson, claims }]);
  expect((await rejectionOf(readFeatures(file(bytes)))).reason.code).toBe('zip-encrypted');
});

const shapefile = (path: string, provider: string) => [
  { name: `${path}.shp`, content: shp([[square(174, -41).toReversed()]]) },
  { name: `${path}.dbf`, content: dbf([{ name: 'provider' }], [[provider]]) },
];

test.each<[title: string, paths: [string, string], names: [string, string]]>([
  ['in two folders', ['north/coverage', 'south/coverage'], ['north/coverage', 'south/coverage']],
  ['in and outside of a folder', ['coverage', 'south/coverage'], ['coverage', 'south/coverage']],
  ['in deeper folders', ['a/b/coverage', 'a/c/coverage'], ['a/b/coverage', 'a/c/coverage']],
  ['with names of their own', ['a/north', 'b/south'], ['north', 'south']],
])('Shapefiles of one archive can be told apart and chosen: %s', async (_, [first, second], names) => {
  const bytes = zipOf([...shapefile(first, 'One'), ...shapefile(second, 'Two')]);
  const { reason } = await rejectionOf(readFeatures(file(bytes)));
  expect(reason.code === 'layers-to-choose' ? reason.layers.map(({ name }) => name) : reason).toEqual(names);
  for (const [place, provider] of ['One', 'Two'].entries()) {
    const { features, layerName } = await readFeatures(file(bytes), { layer: names[place] });
    expect([layerName, features[0]?.properties.get('provider')]).toEqual([names[place], provider]);
  }
});
