import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { unpackSource } from './source-bytes.ts';

async function read(bytes: Uint8Array, size: number): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const read: Buffer[] = [];
  for await (const chunk of unpackSource(chunks())) read.push(chunk);
  return Buffer.concat(read).toString('utf8');
}

const text = `{"type":"Feature","name":"Tūī","x":"${'y'.repeat(1000)}"}`;
const marked = `\ufeff${text}`;

test.each([
  ['plain', Buffer.from(text)],
  ['with a byte-order mark', Buffer.from(marked)],
  ['gzip, whatever its name', gzipSync(text)],
  ['gzip of a text with a byte-order mark', gzipSync(marked)],
  ['gzip in two members', Buffer.concat([gzipSync(text.slice(0, 40)), gzipSync(text.slice(40))])],
])('a text comes out as it is: %s', async (_, bytes) => {
  for (const size of [1, 7, 65_536]) expect(await read(bytes, size)).toBe(text);
});

test('short files and empty ones come out as they are', async () => {
  for (const short of ['', '{', '{}']) expect(await read(Buffer.from(short), 1)).toBe(short);
});

const foreign = ' Only GeoJSON is read, plain or packed with gzip.';
test.each([
  ['PK\x03\x04aaaaaaaaaaaaaaaaaaaa', `The file is a zip archive.${foreign}`],
  ['SQLite format 3\0aaaaaaaaaaaaaaa', `The file is an SQLite database, perhaps a GeoPackage.${foreign}`],
  ['\0\0\x27\x0aaaaaaaaaaaaaaaaaaaaaa', `The file is one part of a Shapefile.${foreign}`],
  ['<?xml version="1.0"?><kml></kml>', `The file is XML, perhaps KML.${foreign}`],
  ['%PDF-1.7 aaaaaaaaaaaaaaaaaaa', `The file is a PDF.${foreign}`],
  ['\xff\xfe{\0}\0', `The file is UTF-16: save it as UTF-8.${foreign}`],
  ['{\0"\0a\0"\0:\x001\0}\0', `The file is UTF-16: save it as UTF-8.${foreign}`],
])('a file of another kind is named: %j', async (begin, sentence) => {
  const bytes = Buffer.from(begin, 'latin1');
  for (const given of [bytes, gzipSync(bytes)]) {
    for (const size of [1, 1000]) await expect(read(given, size)).rejects.toThrow(new Refusal(sentence));
  }
});

test.each([
  ['cut short', gzipSync(text).subarray(0, 60)],
  ['a byte turned', Buffer.from(gzipSync(text)).fill(0xaa, 20, 24)],
  ['its head only', gzipSync(text).subarray(0, 10)],
])('a damaged archive is refused: %s', async (_, bytes) => {
  await expect(read(bytes, 16)).rejects.toThrow(new Refusal('The file’s gzip archive is damaged or cut short.'));
});

test('a fault in reading the file reaches whoever reads its text', async () => {
  async function* broken() {
    yield gzipSync(text).subarray(0, 30);
    throw new Refusal('the disk is gone');
  }
  const reading = async () => {
    for await (const _ of unpackSource(broken()));
  };
  await expect(reading()).rejects.toThrow(new Refusal('the disk is gone'));
});
