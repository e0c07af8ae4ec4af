import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from '#lib/refusal.ts';

/** The most that is read of one file, packed and unpacked. */
export const largestFileBytes = 2 ** 31;

const chunkBytes = 65_536;
/** As many first bytes as it takes to tell formats apart. */
const headBytes = 16;

const foreignFormats: readonly { begins: (head: Buffer) => boolean; sentence: string }[] = [
  { begins: (head) => head.toString('latin1', 0, 4) === 'PK\x03\x04', sentence: 'The file is a zip archive.' },
  {
    begins: (head) => head.toString('latin1', 0, 15) === 'SQLite format 3',
    sentence: 'The file is an SQLite database, perhaps a GeoPackage.',
  },
  { begins: (head) => head.readUInt32BE(0) === 0x0000270a, sentence: 'The file is one part of a Shapefile.' },
  { begins: (head) => head[0] === 0x3c, sentence: 'The file is XML, perhaps KML.' },
  { begins: (head) => head.toString('latin1', 0, 4) === '%PDF', sentence: 'The file is a PDF.' },
  {
    begins: (head) => head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff || head[1] === 0,
    sentence: 'The file is UTF-16: save it as UTF-8.',
  },
];

/**
 * The text of a file as UTF-8 bytes: unpacked when its content is gzip, whatever its name, without a byte-order mark.
 *
 * @throws Refusal for another known format, a damaged or truncated archive, or more than 2 GiB
 */
export async function* unpackSource(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const packed = limited(headFirst(source));
  const first = await packed.next();
  if (first.done === true) return;
  const whole = prepend(first.value, packed);
  if (!isGzip(first.value)) {
    yield* withoutMark(whole);
    return;
  }
  const unpacked = createGunzip({ chunkSize: chunkBytes });
  // closes the file too when the reader of the text stops early; a fault reaches that reader
  pipeline(Readable.from(whole, { objectMode: false }), unpacked, () => {});
  try {
    yield* withoutMark(limited(headFirst(unpacked)));
  } catch (fault) {
    throw isZlibFault(fault) ? new Refusal('The file’s gzip archive is damaged or cut short.') : fault;
  }
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (!isFirst) {
      yield chunk;
      continue;
    }
    isFirst = false;
    refuseForeign(chunk);
    const hasMark = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
}

function refuseForeign(head: Buffer): void {
  if (head.length < 4) return;
  const found = foreignFormats.find(({ begins }) => begins(head));
  if (found !== undefined) throw new Refusal(`${found.sentence} Only GeoJSON is read, plain or packed with gzip.`);
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** The same bytes, the first chunk long enough to tell the format by. */
async function* headFirst(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isTold = false;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (isTold) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    isTold = head.length >= headBytes;
    if (isTold) yield head;
  }
  if (!isTold && head.length > 0) yield head;
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > largestFileBytes) throw new Refusal('The file is larger than 2 GiB, packed or unpacked: split it.');
    yield chunk;
  }
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

function isZlibFault(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && /^(Z_|ERR_.*ZLIB)/.test(String(fault.code));
}
