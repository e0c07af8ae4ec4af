import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { type FileKind, formatsRead, kindOf } from './file-kind.ts';

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
])('%j is told by its first bytes', (begin, kind) => {
  expect(kindOf(Buffer.from(begin, 'latin1'))).toBe(kind);
});

test.each([
  ['', 'The file is empty.'],
  [
    '\0\0\x27\x0aaaaaaaaaaaaaaaaaaaaaa',
    'The file is one part of a Shapefile: put the .shp, .dbf, .prj and .cpg into one zip archive.',
  ],
  ['%PDF-1.7 aaaaaaaaaaaaaaaaaaa', `The file is a PDF. ${formatsRead}`],
  ['7z\xbc\xaf\x27\x1c', `The file is an archive, but not a zip archive: pack it anew as zip. ${formatsRead}`],
  ['Rar!\x1a\x07', `The file is an archive, but not a zip archive: pack it anew as zip. ${formatsRead}`],
  ['\xff\xfe{\0}\0', 'The file is UTF-16: save it as UTF-8.'],
  ['{\0"\0a\0"\0:\x001\0}\0', 'The file is UTF-16: save it as UTF-8.'],
  ['\x89PNG\r\n\x1a\n', `The file is of no kind that is known. ${formatsRead}`],
])('%j is refused with what it is', (begin, sentence) => {
  expect(() => kindOf(Buffer.from(begin, 'latin1'))).toThrow(new Refusal(sentence));
});
