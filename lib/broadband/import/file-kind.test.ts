import { brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codeAndWords, refusalOf } from '#tests/support/refusals.ts';
import { type FileKind, kindOf } from './file-kind.ts';

test.each<[begin: string, kind: FileKind]>([
  ['PK\x03\x04aaaaaaaaaaaaaaaaaaaa', 'zip'],
  ['PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'zip'],
  ['SQLite format 3\0aaaaaaaaaaaaaaa', 'SQLite'],
  ['<?xml version="1.0"?><kml></kml>', 'XML'],
  ['\xef\xbb\xbf\n <kml></kml>', 'XML'],
  ['{"type":"Feature"}', 'JSON'],
  ['\xef\xbb\xbf  [1]', 'JSON'],
  ['\x1e{"type":"Feature"}', 'JSON'],
  ['wkt,provider\n', 'text'],
  ['a', 'text'],
])('%j is recognised by its first bytes', (begin, kind) => {
  expect(kindOf(Buffer.from(begin, 'latin1'), 'coverage')).toBe(kind);
});

test.each([
  ['', 'file-empty', 'The file is empty.'],
  [
    '\0\0\x27\x0aaaaaaaaaaaaaaaaaaaaaa',
    'shapefile-part',
    'The file is only one part of a Shapefile: put the .shp, .dbf, .prj and .cpg files into one zip archive.',
  ],
  [
    '%PDF-1.7 aaaaaaaaaaaaaaaaaaa',
    'not-coverage',
    'The file is a PDF. Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.',
  ],
  ['\xff\xfe{\0}\0', 'utf-16', 'The file is UTF-16: save it as UTF-8, in Excel as “CSV UTF-8”.'],
  ['{\0"\0a\0"\0:\x001\0}\0', 'utf-16', 'The file is UTF-16: save it as UTF-8, in Excel as “CSV UTF-8”.'],
  [
    '\x89PNG\r\n\x1a\n',
    'not-coverage',
    'The file is a picture, which has no areas. Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.',
  ],
])('%j is refused with its kind', (begin, code, sentence) => {
  expect(codeAndWords(refusalOf(() => kindOf(Buffer.from(begin, 'latin1'), 'coverage')).reason)).toEqual([
    code,
    sentence,
  ]);
});

const packedOnly = 'and import the result; of packed files only zip and gzip are read.';
const geojson = Buffer.from('{"type":"FeatureCollection","features":[]}'.repeat(20));

test.each<[begin: string | Buffer, name: string, sentence: string]>([
  [
    '7z\xbc\xaf\x27\x1c',
    'a',
    `The file is a 7z archive (.7z), which is not read. Unpack it, for example with 7-Zip, ${packedOnly}`,
  ],
  [
    'Rar!\x1a\x07',
    'a',
    `The file is a RAR archive (.rar), which is not read. Unpack it, for example with unrar x or 7-Zip, ${packedOnly}`,
  ],
  [
    'BZh91AY&SY',
    'a',
    `The file is compressed with bzip2 (.bz2), which is not read. Unpack it, for example with bzip2 -d or 7-Zip, ${packedOnly}`,
  ],
  [
    '\xfd7zXZ\0',
    'a',
    `The file is compressed with xz (.xz), which is not read. Unpack it, for example with xz -d or 7-Zip, ${packedOnly}`,
  ],
  [
    '\x5d\0\0\x80\0',
    'a',
    `The file is compressed with LZMA (.lzma), which is not read. Unpack it, for example with xz -d or 7-Zip, ${packedOnly}`,
  ],
  [
    zstdCompressSync(geojson),
    'a',
    `The file is compressed with Zstandard (.zst), which is not read. Unpack it, for example with zstd -d, ${packedOnly}`,
  ],
  [
    brotliCompressSync(geojson),
    'a.geojson.BR',
    `The file is compressed with Brotli (.br), which is not read. Unpack it, for example with brotli -d, ${packedOnly}`,
  ],
  [
    '[\x04\x80{',
    'a.br',
    `The file is compressed with Brotli (.br), which is not read. Unpack it, for example with brotli -d, ${packedOnly}`,
  ],
])('compression that is not read is named, with the way out: %j', (begin, name, sentence) => {
  const head = typeof begin === 'string' ? Buffer.from(begin, 'latin1') : begin;
  expect(codeAndWords(refusalOf(() => kindOf(head, name)).reason)).toEqual(['compression-not-read', sentence]);
});

test('a text is read even if it is called .br', () => {
  expect(kindOf(geojson, 'coverage.br')).toBe('JSON');
  expect(kindOf(Buffer.from('wkt,provider\n'), 'coverage.br')).toBe('text');
});
