import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { readHead, unpackedText } from './source-bytes.ts';
import type { SourceFile } from './source-file.ts';

function fileOf(bytes: Uint8Array, size: number): SourceFile {
  return {
    name: 'towns',
    path: '',
    bytes: bytes.length,
    async *read(start = 0, end = bytes.length) {
      for (let at = start; at < end; at += size) yield bytes.subarray(at, Math.min(end, at + size));
    },
  };
}

async function read(bytes: Uint8Array, size: number): Promise<string> {
  const read: Buffer[] = [];
  for await (const chunk of unpackedText(fileOf(bytes, size))) read.push(chunk);
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
])('a text is read unchanged: %s', async (_, bytes) => {
  for (const size of [1, 7, 65_536]) expect(await read(bytes, size)).toBe(text);
});

test('short and empty files are read unchanged', async () => {
  for (const short of ['', '{', '{}']) expect(await read(Buffer.from(short), 1)).toBe(short);
});

test('the start of a file is unpacked without reading all of a large archive', async () => {
  const long = `{"x":"${'0123456789'.repeat(10_000)}"}`;
  for (const size of [7, 65_536]) {
    expect((await readHead(fileOf(Buffer.from(long), size))).head.toString()).toBe(long.slice(0, 16_384));
    const packed = await readHead(fileOf(gzipSync(long, { level: 0 }), size));
    expect(packed.isPacked).toBe(true);
    expect(long.startsWith(packed.head.toString())).toBe(true);
    expect(packed.head.length).toBeGreaterThan(16_000);
  }
  expect(await readHead(fileOf(Buffer.alloc(0), 1))).toEqual({ head: Buffer.alloc(0), isPacked: false });
});

test.each([
  ['truncated', gzipSync(text).subarray(0, 60)],
  ['with a flipped byte', Buffer.from(gzipSync(text)).fill(0xaa, 20, 24)],
  ['only its header', gzipSync(text).subarray(0, 10)],
])('a damaged archive is refused: %s', async (_, bytes) => {
  expect((await rejectionOf(read(bytes, 16))).reason).toEqual({ code: 'gzip-archive-damaged' });
});

test('a read error reaches the reader of the text', async () => {
  const broken: SourceFile = {
    name: 'towns',
    path: '',
    bytes: 100,
    async *read() {
      yield gzipSync(text).subarray(0, 30);
      throw new Refusal({ code: 'file-empty' });
    },
  };
  const reading = async () => {
    for await (const _ of unpackedText(broken));
  };
  expect((await rejectionOf(reading())).reason).toEqual({ code: 'file-empty' });
});

test('more than 2 GiB is refused while it is read, packed or unpacked', async () => {
  const piece = Buffer.alloc(2 ** 24, ' ');
  let read = 0;
  const endless: SourceFile = {
    name: 'towns',
    path: '',
    bytes: 2 ** 40,
    async *read() {
      for (;;) {
        read += piece.length;
        yield piece;
      }
    },
  };
  const reading = async () => {
    for await (const _ of unpackedText(endless));
  };
  expect((await rejectionOf(reading())).reason).toEqual({ code: 'content-too-large', most: 2 ** 31 });
  expect(read).toBe(2 ** 31 + 2 ** 24);
});

test('a file may have its own, smaller limit', async () => {
  const small = { ...fileOf(Buffer.from('x'.repeat(2000)), 500), mostBytes: 1999 };
  const reading = async (file: SourceFile) => {
    for await (const _ of unpackedText(file));
  };
  expect((await rejectionOf(reading(small))).reason).toEqual({ code: 'content-too-large', most: 1999 });
  await reading({ ...small, mostBytes: 2000 });
});
