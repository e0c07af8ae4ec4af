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
