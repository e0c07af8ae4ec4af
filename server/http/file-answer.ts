import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Answer, StreamedBody } from '#lib/http/answer.ts';
import { type ByteRange, parseByteRange } from '#lib/http/byte-range.ts';
import type { ApiRequest } from '#lib/http/target.ts';

/** A range up to this size is read at once; what is longer is sent as it is read. */
const mostAtOnce = 2 ** 20;
const chunkBytes = 2 ** 18;

/** A file that never changes while it has its tag. */
interface SentFile {
  readonly path: string;
  readonly bytes: number;
  /** A strong entity tag, with its quotes. */
  readonly tag: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers with a file or a range of its bytes (RFC 9110, 14): 206 for one range, 416 for a range behind its end, 304 to a
 * caller who has it. A range of another version of the file (`If-Range`) is all of it.
 *
 * @throws a system error when the file cannot be opened
 */
export async function fileAnswer({ headers: asked }: ApiRequest, file: SentFile): Promise<Answer> {
  const { path, bytes, tag, contentType } = file;
  const headers = { ...file.headers, 'Accept-Ranges': 'bytes', ETag: tag };
  const known = asked.get('if-none-match') ?? '';
  if (known.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()))) {
    return { status: 304, headers, body: null };
  }
  const condition = asked.get('if-range');
  const isSame = condition === null || condition === tag;
  const range = parseByteRange(isSame ? (asked.get('range') ?? undefined) : undefined, bytes);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` }, body: null };
  }
  const body = await readRange(path, range ?? { start: 0, length: bytes });
  if (range === undefined) return { status: 200, contentType, headers, body };
  const contentRange = `bytes ${range.start}-${range.start + range.length - 1}/${bytes}`;
  return { status: 206, contentType, headers: { ...headers, 'Content-Range': contentRange }, body };
}

async function readRange(path: string, range: ByteRange): Promise<Uint8Array | StreamedBody> {
  if (range.length > mostAtOnce) return streamedRange(path, range);
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(range.length), 0, range.length, range.start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function streamedRange(path: string, { start, length }: ByteRange): StreamedBody {
  const file = openSync(path, 'r');
  let at = start;
  const next = () => {
    const buffer = Buffer.alloc(Math.min(chunkBytes, start + length - at));
    const read = readSync(file, buffer, 0, buffer.length, at);
    at += read;
    return read === 0 ? undefined : buffer.subarray(0, read);
  };
  return { byteLength: length, next, end: () => closeSync(file) };
}
