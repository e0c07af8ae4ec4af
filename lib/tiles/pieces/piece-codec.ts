import { VarintReader, VarintWriter } from '#lib/broadband/coverage/varint.ts';
import type { Ring } from './ring.ts';

/**
 * Writes the part of one layer in one square of a level: the rings of its offers, in two to four bytes a vertex. A count of 0
 * is followed by the offer of the rings after it. Any other count begins a ring, whose positions are written as differences,
 * the first from the square's north-west corner.
 */
export class PieceWriter {
  readonly #writer = new VarintWriter();
  #offer = -1;
  #x: number;
  #y: number;

  constructor(westX: number, northY: number) {
    this.#x = westX;
    this.#y = northY;
  }

  add(offer: number, ring: Ring): void {
    const writer = this.#writer;
    if (offer !== this.#offer) {
      writer.unsigned(0);
      writer.unsigned(offer);
      this.#offer = offer;
    }
    writer.unsigned(ring.length / 2);
    for (let at = 0; at < ring.length; at += 2) {
      const x = ring[at] as number;
      const y = ring[at + 1] as number;
      writer.signed(x - this.#x);
      writer.signed(y - this.#y);
      this.#x = x;
      this.#y = y;
    }
  }

  take(): Uint8Array {
    return this.#writer.take();
  }
}

/**
 * Passes the rings of a piece and their offers to `take`, in the coordinates of the level.
 *
 * @throws RangeError when the bytes are not a complete piece
 */
export function readPiece(
  body: Uint8Array,
  westX: number,
  northY: number,
  take: (offer: number, ring: Ring) => void,
): void {
  const reader = new VarintReader(body);
  let offer = -1;
  let x = westX;
  let y = northY;
  while (reader.offset < body.length) {
    const count = reader.unsigned();
    if (count === 0) {
      offer = reader.unsigned();
      continue;
    }
    // a damaged count must not allocate gigabytes: every position takes at least two bytes
    if (count > body.length / 2) throw new RangeError('A stored piece is damaged: it ends early.');
    const ring = new Int32Array(count * 2);
    for (let at = 0; at < ring.length; at += 2) {
      x = (x + reader.signed()) | 0;
      y = (y + reader.signed()) | 0;
      ring[at] = x;
      ring[at + 1] = y;
    }
    take(offer, ring);
  }
  if (reader.offset !== body.length) throw new RangeError('A stored piece is damaged: its length is wrong.');
}
