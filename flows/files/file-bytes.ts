import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Refusal } from '#lib/refusal.ts';

interface FileRange {
  /** The first byte; 0 if left out. */
  readonly start?: number;
  /** The byte after the last one; without it all bytes are read. */
  readonly end?: number | undefined;
  /** How messages name the file. */
  readonly name?: string;
}

/** The bytes of a file. @throws Refusal if it does not exist or cannot be read */
export async function* fileBytes(
  path: string,
  { start = 0, end, name = 'The file' }: FileRange = {},
): AsyncGenerator<Uint8Array> {
  if (start === end) return;
  try {
    // Node includes the last byte
    yield* createReadStream(path, end === undefined ? { start } : { start, end: end - 1 });
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    // faults thrown by the reader of these bytes end up here too
    if (!/^E[A-Z]+$/.test(code)) throw fault;
    throw new Refusal(code === 'ENOENT' ? { code: 'file-gone' } : { code: 'file-unreadable', file: name });
  }
}

/** Bytes that are hashed as they are read, for sources that can be read only once. */
export interface Hashed {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** The SHA-256 in hexadecimal; undefined until all bytes have been read. */
  sha256(): string | undefined;
}

export function hashed(source: AsyncIterable<Uint8Array>): Hashed {
  let sha256: string | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
    sha256 = hash.digest('hex');
  }
  return { bytes: bytes(), sha256: () => sha256 };
}

/**
 * The SHA-256 of `source`, in hexadecimal.
 *
 * @param onRead gets how many bytes have been read so far
 */
export async function digestOf(source: AsyncIterable<Uint8Array>, onRead?: (bytes: number) => void): Promise<string> {
  const { bytes, sha256 } = hashed(source);
  let read = 0;
  for await (const { length } of bytes) {
    read += length;
    onRead?.(read);
  }
  return sha256() ?? '';
}
