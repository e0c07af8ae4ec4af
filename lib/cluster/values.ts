import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

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
