/** A value of SQLite: `bigint` is INTEGER, `number` REAL, so that 1 and 1.0 stay apart and no integer loses digits. */
export type StoredValue = null | bigint | number | string | Buffer;

const tags = { null: 0, small: 1, smallNegative: 2, integer: 3, real: 4, text: 5, blob: 6 } as const;
/** Integers below this in size are written in as few bytes as they need. */
const smallBelow = 2 ** 48;

export function writeValue(to: ByteWriter, value: StoredValue): void {
  if (value === null) to.byte(tags.null);
  else if (typeof value === 'bigint') writeInteger(to, value);
  else if (typeof value === 'number') {
    to.byte(tags.real);
    to.float64(value);
  } else if (typeof value === 'string') {
    to.byte(tags.text);
    to.text(value);
  } else {
    to.byte(tags.blob);
    to.blob(value);
  }
}

function writeInteger(to: ByteWriter, value: bigint): void {
  const near = Number(value);
  if (near >= 0 && near < smallBelow) {
    to.byte(tags.small);
    to.whole(near);
  } else if (near < 0 && near > -smallBelow) {
    to.byte(tags.smallNegative);
    to.whole(-near);
  } else {
    to.byte(tags.integer);
    to.int64(value);
  }
}

/** @throws RangeError for bytes that `writeValue` has not written */
export function readValue(from: ByteReader): StoredValue {
  const tag = from.byte();
  switch (tag) {
    case tags.null:
      return null;
    case tags.small:
      return BigInt(from.whole());
    case tags.smallNegative:
      return -BigInt(from.whole());
    case tags.integer:
      return from.int64();
    case tags.real:
      return from.float64();
    case tags.text:
      return from.text();
    case tags.blob:
      return from.blob();
    default:
      throw new RangeError(`No value has the tag ${tag}.`);
  }
}

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
