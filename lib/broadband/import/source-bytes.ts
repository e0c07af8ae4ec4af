import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { Refusal } from '#lib/refusal.ts';
import { largestFileBytes, type SourceFile } from './source-file.ts';

const chunkBytes = 65_536;

/** How many first bytes are needed to recognise a format. */
const headBytes = 16_384;

/** The first 16 KiB of a file, unpacked if they are gzip; fewer only if there are no more. */
export async function readHead(file: SourceFile): Promise<{ head: Buffer; isPacked: boolean }> {
  const head = await buffer(file.read(0, Math.min(headBytes, file.bytes)));
  if (!isGzip(head)) return { head, isPacked: false };
  try {
    // only the beginning: that the archive is incomplete is not a fault here
    const unpacked = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 26 });
    return { head: unpacked.subarray(0, headBytes), isPacked: true };
  } catch (fault) {
    throw asRefusal(fault);
  }
}

/**
 * The text of a file as bytes: unpacked if its content is gzip, whatever its name, without UTF-8's byte-order mark.
 *
 * @throws Refusal for a damaged or truncated archive, or more than may be read
 */
export async function* unpackedText(file: SourceFile): AsyncGenerator<Buffer> {
  const { mostBytes = largestFileBytes } = file;
  const packed = firstAtLeast(2, limited(file.read(), mostBytes));
  const first = await packed.next();
  if (first.done === true) return;
  const all = prepend(first.value, packed);
  if (!isGzip(first.value)) {
    yield* withoutMark(all);
    return;
  }
  const unpacked = createGunzip({ chunkSize: chunkBytes });
  // also closes the file when the text is not read to its end; the reader of the text gets the fault
  pipeline(Readable.from(all, { objectMode: false }), unpacked, () => {});
  try {
    yield* withoutMark(limited(unpacked, mostBytes));
  } catch (fault) {
    throw asRefusal(fault);
  }
}

/** Whether a text begins with UTF-8's byte-order mark. */
export function hasMark(head: Buffer): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}

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

/** The same bytes, the first chunk with at least `count` of them if there are that many. */
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

async function* limited(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > mostBytes) throw new Refusal({ code: 'content-too-large', most: mostBytes });
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** What zlib says about damaged bytes, as a refusal; any other fault as it is. */
function asRefusal(fault: unknown): unknown {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return /^(Z_|ERR_.*ZLIB|ERR_BUFFER_TOO_LARGE)/.test(code) ? new Refusal({ code: 'gzip-archive-damaged' }) : fault;
}
