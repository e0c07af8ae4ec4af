import { PbfReader, type PbfWriter } from 'pbf';

/** Writes a number modulo 2³², in at most 5 bytes: the difference of two 32-bit coordinates may have 33 bits. */
export function writeSigned(writer: PbfWriter, value: number): void {
  writer.writeSVarint(value | 0);
}

/** Reads a number of `writeSigned`, as `readSVarint` does, but in integer arithmetic and therefore a third quicker. */
export function readSigned(reader: PbfReader): number {
  const folded = reader.readVarint();
  return (folded >>> 1) ^ -(folded & 1);
}

/** A copy of the bytes since the last take. The writer, and its buffer, can be used again. */
export function takeBytes(writer: PbfWriter): Uint8Array {
  const bytes = writer.buf.slice(0, writer.pos);
  writer.pos = 0;
  return bytes;
}

/**
 * Reads a stored value from its first byte to its last.
 *
 * @param what the value's name in an error
 * @throws RangeError when the bytes end early or some are left
 */
export function readStored<T>(what: string, bytes: Uint8Array, read: (reader: PbfReader) => T): T {
  const reader = new PbfReader(bytes);
  let value: T;
  try {
    value = read(reader);
  } catch (cause) {
    throw new RangeError(`A stored ${what} is damaged: it ends early.`, { cause });
  }
  if (reader.pos !== bytes.length) throw new RangeError(`A stored ${what} is damaged: its length is wrong.`);
  return value;
}

/**
 * The number of values that follow.
 *
 * @param bytesPerValue the fewest that a value takes: a damaged count must not allocate gigabytes
 */
export function readCount(reader: PbfReader, bytesPerValue: number): number {
  const count = reader.readVarint();
  if (count * bytesPerValue > reader.length) throw new RangeError(`${count} values in ${reader.length} bytes.`);
  return count;
}
