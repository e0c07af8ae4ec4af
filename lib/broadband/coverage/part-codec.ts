import { type PbfReader, PbfWriter } from 'pbf';
import { readCount, readSigned, readStored, takeBytes, writeSigned } from './varints.ts';

const ownWriter = new PbfWriter();

/**
 * A part (outer ring and holes) as bytes for storage, about 4 a vertex.
 * @param rings each x0, y0, x1, y1, … in units, closed: its last position repeats its first.
 * @throws RangeError when a ring is not closed.
 */
export function encodePart(rings: readonly Int32Array[]): Uint8Array {
  writePart(ownWriter, rings);
  return takeBytes(ownWriter);
}

/** Writes what `encodePart` returns. */
export function writePart(writer: PbfWriter, rings: readonly Int32Array[]): void {
  for (const ring of rings) requireClosed(ring);
  let x = 0;
  let y = 0;
  writer.writeVarint(rings.length);
  for (const ring of rings) {
    // the closing position is not written
    writer.writeVarint(ring.length / 2 - 1);
    for (let at = 0; at < ring.length - 2; at += 2) {
      const nextX = ring[at] as number;
      const nextY = ring[at + 1] as number;
      writeSigned(writer, nextX - x);
      writeSigned(writer, nextY - y);
      x = nextX;
      y = nextY;
    }
  }
}

/**
 * The rings given to `encodePart`.
 * @throws RangeError when the bytes are not a complete part.
 */
export function decodePart(bytes: Uint8Array): Int32Array<ArrayBuffer>[] {
  return readStored('part', bytes, readRings);
}

/** The parts that were written one after the other. @throws RangeError when the bytes are not complete parts */
export function decodeParts(bytes: Uint8Array): Int32Array<ArrayBuffer>[][] {
  return readStored('parts', bytes, (reader) => {
    const parts: Int32Array<ArrayBuffer>[][] = [];
    while (reader.pos < bytes.length) parts.push(readRings(reader));
    return parts;
  });
}

function readRings(reader: PbfReader): Int32Array<ArrayBuffer>[] {
  const rings: Int32Array<ArrayBuffer>[] = [];
  let x = 0;
  let y = 0;
  for (let remaining = readCount(reader, 1); remaining > 0; remaining--) {
    const length = readCount(reader, 2) * 2;
    const ring = new Int32Array(length + 2);
    for (let at = 0; at < length; at += 2) {
      x = (x + readSigned(reader)) | 0;
      y = (y + readSigned(reader)) | 0;
      ring[at] = x;
      ring[at + 1] = y;
    }
    ring.copyWithin(length, 0, 2);
    rings.push(ring);
  }
  return rings;
}

/**
 * @param ring x0, y0, x1, y1, …
 * @throws RangeError unless there are at least two positions and the last repeats the first.
 */
export function requireClosed(ring: Int32Array): void {
  const last = ring.length - 2;
  if (last < 2 || last % 2 !== 0 || ring[0] !== ring[last] || ring[1] !== ring[last + 1]) {
    throw new RangeError('A ring must be closed: its last position repeats its first.');
  }
}
