import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { baseMapFile, getBaseMap } from '#db/base-map/base-map.ts';
import { connections } from '#db/client.ts';
import { type Answer, errorAnswer, type StreamedBody } from '#lib/http/answer.ts';
import { parseByteRange } from '#lib/http/byte-range.ts';
import type { ApiRequest } from '#lib/http/target.ts';

/** A longer range is answered with its beginning, which a client can see: RFC 9110 allows it, and memory stays small. */
const mostBytes = 4 * 2 ** 20;
const chunkBytes = 2 ** 18;
const contentType = 'application/vnd.pmtiles';

/** Answers with a part of the street map, or with all of it; 404 for the file of another one, and after a restore without it. */
export async function answerBaseMap(request: ApiRequest): Promise<Answer> {
  const { reader } = connections();
  const map = getBaseMap(reader);
  if (map === undefined || request.path !== `/base-map/${map.number}.pmtiles`) return gone();
  const path = baseMapFile(reader.sqlite.name, map.number);
  const headers = {
    'Accept-Ranges': 'bytes',
    // another map has another number
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${map.sha256.slice(0, 16)}"`,
  };
  const range = parseByteRange(request.headers.get('range') ?? undefined, map.bytes);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'Content-Range': `bytes */${map.bytes}` }, body: null };
  try {
    if (range === undefined) return { status: 200, contentType, headers, body: wholeFile(path, map.bytes) };
    const length = Math.min(range.length, mostBytes);
    const body = await readPart(path, range.start, length);
    const last = range.start + body.byteLength - 1;
    return {
      status: 206,
      contentType,
      headers: { ...headers, 'Content-Range': `bytes ${range.start}-${last}/${map.bytes}` },
      body,
    };
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return gone();
    throw fault;
  }
}

function gone(): Answer {
  return errorAnswer(404, { code: 'no-base-map-file' }, { 'Cache-Control': 'no-store' });
}

async function readPart(path: string, start: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function wholeFile(path: string, byteLength: number): StreamedBody {
  const file = openSync(path, 'r');
  const next = () => {
    const buffer = Buffer.alloc(chunkBytes);
    const length = readSync(file, buffer, 0, chunkBytes, null);
    return length === 0 ? undefined : buffer.subarray(0, length);
  };
  return { byteLength, next, end: () => closeSync(file) };
}
