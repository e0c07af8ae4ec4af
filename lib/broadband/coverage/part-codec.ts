import { requireClosed } from './ring.ts';
import { VarintReader, VarintWriter } from './varint.ts';

const writer = new VarintWriter();

/**
 * A part (outer ring and holes) as bytes for storage, about 4 a vertex.
 * @param rings each x0, y0, x1, y1, … in units, closed: its last position repeats its first.
 * @throws RangeError when a ring is not closed.
 */
export function encodePart(rings: readonly Int32Array[]): Uint8Array {
  for (const ring of rings) requireClosed(ring);
  let x = 0;
  let y = 0;
  writer.unsigned(rings.length);
  for (const ring of rings) {
    // the closing position is not written
    writer.unsigned(ring.length / 2 - 1);
    for (let at = 0; at < ring.length - 2; at += 2) {
      const nextX = ring[at] as number;
      const nextY = ring[at + 1] as number;
      writer.signed(nextX - x);
      writer.signed(nextY - y);
      x = nextX;
      y = nextY;
    }
  }
  return writer.take();
}

/**
 * The rings given to `encodePart`.
 * @throws RangeError when the bytes are not a complete part.
 */
export function decodePart(bytes: Uint8Array): Int32Array<ArrayBuffer>[] {
  const reader = new VarintReader(bytes);
  const rings: Int32Array<ArrayBuffer>[] = [];
  let x = 0;
  let y = 0;
  for (let remaining = readCount(reader); remaining > 0; remaining--) {
    const length = readCount(reader) * 2;
    const ring = new Int32Array(length + 2);
    for (let at = 0; at < length; at += 2) {
      x = (x + reader.signed()) | 0;
      y = (y + reader.signed()) | 0;
      ring[at] = x;
      ring[at + 1] = y;
    }
    ring.copyWithin(length, 0, 2);
    rings.push(ring);
  }
  if (reader.offset !== bytes.length) throw new RangeError('A stored part is damaged: its length is wrong.');
  return rings;
}

// a damaged count must not allocate gigabytes: every number takes at least a byte
function readCount(reader: VarintReader): number {
  const count = reader.unsigned();
  if (count > reader.bytes.length) throw new RangeError('A stored part is damaged: it ends early.');
  return count;
}
