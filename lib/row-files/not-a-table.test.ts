import { expect, test } from 'vitest';
import { noTableReason } from './not-a-table.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const zipEntry = (name: string) => bytes(`PK\x03\x04${'\0'.repeat(26)}${name}`);

test.each([
  ['an Excel workbook', zipEntry('[Content_Types].xml'), 'document'],
  ['a workbook that begins with its sheets', zipEntry('xl/workbook.xml'), 'document'],
  ['an OpenDocument sheet', zipEntry('mimetypeapplication/vnd.oasis'), 'document'],
  ['an old Excel file', bytes('\xd0\xcf\x11\xe0\xa1\xb1'), 'document'],
  ['a zipped table', zipEntry('register.csv'), 'zip archive'],
  ['an empty zip archive', bytes('PK\x05\x06\0\0'), 'zip archive'],
  ['xz', bytes('\xfd7zXZ\0'), 'packed'],
  ['bzip2', bytes('BZh91AY'), 'packed'],
  ['7z', bytes('7z\xbc\xaf\x27\x1c'), 'packed'],
  ['Zstandard', bytes('\x28\xb5\x2f\xfd'), 'packed'],
  ['a PNG', bytes('\x89PNG\r\n\x1a\n'), 'picture'],
  ['a photograph', bytes('\xff\xd8\xff\xe0'), 'picture'],
  ['a PDF', bytes('%PDF-1.4\n'), 'PDF'],
  ['a database', bytes('SQLite format 3\0'), 'database'],
  ['a page for signing in', bytes('\xef\xbb\xbf\n<!DOCTYPE html><html><title>Sign in</title>'), 'web page'],
  ['a page in XHTML', bytes('<?xml version="1.0"?>\n<!-- x -->\n<html>'), 'web page'],
  ['an error of object storage', bytes('<?xml version="1.0"?><Error><Code>AccessDenied'), 'XML'],
])('%s is no table', (_what, head, kind) => {
  expect(noTableReason(head)).toEqual({ code: 'not-a-table', kind });
});

test.each([
  ['domain,registered,cancel_date\n'],
  ['\xef\xbb\xbfdomain;registered\n'],
  ['PK,name\n'],
  ['"<b>",x\n'],
  ['{"domain":"a.nz"}\n'],
  ['MM,II,GIF\n'],
  [''],
])('%j may be a table', (text) => {
  expect(noTableReason(bytes(text))).toBeUndefined();
});

test('UTF-16 is named, with and without a mark', () => {
  for (const head of [Buffer.from('\ufeffdomain', 'utf16le'), Buffer.from('domain', 'utf16le')]) {
    expect(noTableReason(head)).toEqual({ code: 'utf-16' });
  }
});
