import { createHash } from 'node:crypto';

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
