/**
 * Whole numbers as runs of 7 bits, lowest first, the top bit set on all but the last byte.
 * `signed` moves the sign into the lowest bit. Differences of 32-bit coordinates are written and added up modulo 2³², so
 * every number takes at most 5 bytes and no difference overflows.
 */
export class VarintWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** A number from 0 to 2³² − 1. */
  unsigned(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A number modulo 2³², read back as −2³¹ to 2³¹ − 1. */
  signed(value: number): void {
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** What was written since the last take. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what `VarintWriter` wrote. Past the end it reads zeros; `offset` then exceeds the length. */
export class VarintReader {
  readonly bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  unsigned(): number {
    const bytes = this.bytes;
    let byte = bytes[this.offset++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    let shift = 7;
    do {
      byte = bytes[this.offset++] as number;
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127 && shift < 35);
    return value >>> 0;
  }

  signed(): number {
    const folded = this.unsigned();
    return (folded >>> 1) ^ -(folded & 1);
  }
}
