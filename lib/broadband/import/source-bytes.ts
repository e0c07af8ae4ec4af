import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { Refusal } from '#lib/refusal.ts';
import { largestFileBytes, limitWords, type SourceFile } from './source-file.ts';

const chunkBytes = 65_536;

/** As many first bytes as are looked at to tell formats apart. */
const headBytes = 16_384;

/** The first bytes of a file, unpacked when they are gzip: fewer than 16 KiB only when there are no more. */
export async function readHead(file: SourceFile): Promise<{ head: Buffer; isPacked: boolean }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(0, Math.min(headBytes, file.bytes))) chunks.push(chunk);
  const head = Buffer.concat(chunks);
  if (!isGzip(head)) return { head, isPacked: false };
  try {
    // what is missing of the archive is not a fault here: it is only the beginning
    const unpacked = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 26 });
    return { head: unpacked.subarray(0, headBytes), isPacked: true };
  } catch (fault) {
    throw isZlibFault(fault) ? new Refusal(damagedGzip) : fault;
  }
}

/**
 * The text of a file as bytes: unpacked when its content is gzip, whatever its name, without UTF-8's byte-order mark.
 *
 * @throws Refusal for a damaged or truncated archive, or more than may be read
 */
export async function* unpackedText(file: SourceFile): AsyncGenerator<Buffer> {
  const { mostBytes = largestFileBytes } = file;
  const packed = firstAtLeast(2, limited(file.read(), mostBytes));
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
    yield* withoutMark(limited(unpacked, mostBytes));
  } catch (fault) {
    throw isZlibFault(fault) ? new Refusal(damagedGzip) : fault;
  }
}

const damagedGzip = 'The file’s gzip archive is damaged or cut short.';

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of firstAtLeast(3, chunks)) {
    yield isFirst && hasMark(chunk) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

/** The same bytes, the first chunk of at least `count` where there are as many. */
async function* firstAtLeast(count: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (first === undefined) {
      yield chunk;
      continue;
    }
    first = Buffer.concat([first, chunk]);
    if (first.length < count) continue;
    yield first;
    first = undefined;
  }
  if (first !== undefined && first.length > 0) yield first;
}

/** Whether a text begins with UTF-8's byte-order mark. */
export function hasMark(head: Buffer): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}

async function* limited(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > mostBytes) {
      throw new Refusal(`The file is larger than ${limitWords(mostBytes)}, packed or unpacked: split it.`);
    }
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

function isZlibFault(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && /^(Z_|ERR_.*ZLIB|ERR_BUFFER_TOO_LARGE)/.test(String(fault.code));
}
