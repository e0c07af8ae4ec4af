/** Reads what `ByteWriter` has written. Every method throws a RangeError beyond the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  whole(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  int64(): bigint {
    this.#at += 8;
    return this.#bytes.readBigInt64LE(this.#at - 8);
  }

  float64(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  text(): string {
    return this.blob().toString('utf8');
  }

  /** A view into the bytes read from. */
  blob(): Buffer {
    const length = this.whole();
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new RangeError('The bytes end within a value.');
    return this.#bytes.subarray(from, this.#at);
  }
}
