/** Bytes that grow: whole numbers of variable length, texts and blobs with their length before them. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Forgets everything from a length on. */
  truncate(length: number): void {
    this.#length = length;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^53 - 1: seven bits a byte, the lowest first; all bytes but the last have the highest bit. */
  whole(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A signed whole number of 64 bits, the lowest byte first. */
  int64(value: bigint): void {
    this.#room(8);
    this.#bytes.writeBigInt64LE(value, this.#length);
    this.#length += 8;
  }

  /** The 64 bits of a floating-point number, the lowest byte first. */
  float64(value: number): void {
    this.#room(8);
    this.#bytes.writeDoubleLE(value, this.#length);
    this.#length += 8;
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.whole(bytes);
    this.#room(bytes);
    this.#length += this.#bytes.write(value, this.#length);
  }

  blob(value: Uint8Array): void {
    this.whole(value.length);
    this.bytes(value);
  }

  /** Bytes without their length. */
  bytes(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** What was written, valid until more is. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
