import { createHash } from 'node:crypto';

/** Passes a file's bytes on and keeps their SHA-256. Read it once, to the end. */
export class DigestedSource {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #onBytes: ((total: number) => void) | undefined;
  readonly #hash = createHash('sha256');

  /** @param onBytes told how many bytes have passed */
  constructor(source: AsyncIterable<Uint8Array>, onBytes?: (total: number) => void) {
    this.#source = source;
    this.#onBytes = onBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let total = 0;
    for await (const chunk of this.#source) {
      this.#hash.update(chunk);
      total += chunk.length;
      this.#onBytes?.(total);
      yield chunk;
    }
  }

  /** The digest in hexadecimal, of all that was read. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}
