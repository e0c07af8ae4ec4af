import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Reason } from '#lib/refusal.ts';

/**
 * The bytes of a file, unpacked if its first two bytes say that it is gzip, whatever the file is called.
 *
 * @throws UnreadableFile for gzip data that are damaged or end too early; it does not know the line
 */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, whole } = await headOf(bytes, ({ length }) => length >= 2);
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzipped(whole) : whole;
}

async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes);
  const gunzip = createGunzip();
  source.on('error', (fault) => gunzip.destroy(fault));
  try {
    yield* source.pipe(gunzip);
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw fault;
    throw new UnreadableFile({ code: code === 'Z_BUF_ERROR' ? 'gzip-cut-short' : 'gzip-damaged' });
  }
}

/** A file cannot be read beyond some line. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly reason: Reason;
  /** The line from which nothing more can be read. */
  readonly line: number;

  constructor(reason: Reason, line = 1) {
    super(reason.code);
    this.reason = reason;
    this.line = line;
  }
}

/** The first bytes of a stream, and the stream from its beginning. */
export interface Head {
  readonly head: Buffer;
  readonly whole: AsyncGenerator<Uint8Array>;
}

/** Reads a stream until `isEnough`, or to its end. */
export async function headOf(bytes: AsyncIterable<Uint8Array>, isEnough: (head: Buffer) => boolean): Promise<Head> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!isEnough(head)) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head, whole: whole() };
}

const newline = 0x0a;
/** No list of names has a longer line, in bytes. */
const longestLine = 1_048_576;

/**
 * Cuts a stream of bytes into pieces of whole lines, each piece valid UTF-8; the last one ends where the file does. A
 * newline byte is never part of a longer UTF-8 sequence, so each piece can be checked by itself.
 *
 * @throws UnreadableFile at a line that is not UTF-8 or has more than `mostBytes` (1 MiB), or where `bytes` cannot be read on
 */
export async function* wholeLines(
  bytes: AsyncIterable<Uint8Array>,
  mostBytes = longestLine,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  let linesBefore = 0;
  try {
    for await (const chunk of bytes) {
      const end = chunk.lastIndexOf(newline) + 1;
      if (end > 0) {
        const piece = Buffer.concat([rest, chunk.subarray(0, end)]);
        linesBefore += countLines(piece);
        yield piece;
        rest = chunk.subarray(end);
      } else {
        rest = Buffer.concat([rest, chunk]);
      }
      if (rest.length > mostBytes) throw new UnreadableFile({ code: 'line-too-long', mostBytes });
    }
    countLines(rest);
  } catch (fault) {
    throw fault instanceof UnreadableFile ? new UnreadableFile(fault.reason, linesBefore + fault.line) : fault;
  }
  if (rest.length > 0) yield rest;
}

/** How many lines end in a piece. @throws UnreadableFile with the line of the piece that is not UTF-8, from 1 */
function countLines(piece: Uint8Array): number {
  const isText = isUtf8(piece);
  let lines = 0;
  let start = 0;
  for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
    if (!isText && !isUtf8(piece.subarray(start, end))) break;
    lines++;
    start = end + 1;
  }
  if (!isText) throw new UnreadableFile({ code: 'line-not-utf-8' }, lines + 1);
  return lines;
}
