/** Reads a stream in pieces of any size. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @returns the next `count` bytes; undefined if fewer are left */
  async take(count: number): Promise<Buffer | undefined> {
    // concatenated only once, as a piece may be many chunks long
    const chunks = [this.#rest];
    let length = this.#rest.length;
    while (length < count) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return undefined;
      chunks.push(value);
      length += value.length;
    }
    this.#rest = chunks.length === 1 ? this.#rest : Buffer.concat(chunks);
    return this.#cut(count);
  }

  /** @returns as many of the next `count` bytes as are buffered, in multiples of `size`; undefined at the end */
  async takeSome(count: number, size: number): Promise<Buffer | undefined> {
    while (this.#rest.length < size) if (!(await this.#more())) return undefined;
    return this.#cut(Math.min(count, this.#rest.length - (this.#rest.length % size)));
  }

  /** Skips bytes. @returns whether there were that many */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > this.#rest.length) {
      left -= this.#rest.length;
      this.#rest = Buffer.alloc(0);
      if (!(await this.#more())) return false;
    }
    this.#cut(left);
    return true;
  }

  /** Stops reading the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #cut(count: number): Buffer {
    const piece = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return piece;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}
