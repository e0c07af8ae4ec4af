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
  expect(kindOf(Buffer.from(begin, 'latin1'))).toBe(kind);
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
  [
    '7z\xbc\xaf\x27\x1c',
    'not-coverage',
    'The file is an archive, but not a zip archive. Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.',
  ],
  [
    'Rar!\x1a\x07',
    'not-coverage',
    'The file is an archive, but not a zip archive. Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.',
  ],
  ['\xff\xfe{\0}\0', 'utf-16', 'The file is UTF-16: save it as UTF-8, in Excel as “CSV UTF-8”.'],
  ['{\0"\0a\0"\0:\x001\0}\0', 'utf-16', 'The file is UTF-16: save it as UTF-8, in Excel as “CSV UTF-8”.'],
  [
    '\x89PNG\r\n\x1a\n',
    'not-coverage',
    'This kind of file is not known. Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.',
  ],
])('%j is refused with its kind', (begin, code, sentence) => {
  expect(codeAndWords(refusalOf(() => kindOf(Buffer.from(begin, 'latin1'))).reason)).toEqual([code, sentence]);
});
