import { type PbfReader, PbfWriter } from 'pbf';
import { readCount, readSigned, readStored, takeBytes, writeSigned } from '#lib/broadband/coverage/varints.ts';
import type { Ring } from './ring.ts';

/** Most pieces have fewer. */
const usualBytes = 256;

/**
 * Writes the part of one layer in one square of a level: the rings of its offers, in two to four bytes a vertex. A count of 0
 * is followed by the offer of the rings after it. Any other count begins a ring, whose positions are written as differences,
 * the first from the square's north-west corner.
 */
export class PieceWriter {
  readonly #writer = new PbfWriter(new Uint8Array(usualBytes));
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
      writer.writeVarint(0);
      writer.writeVarint(offer);
      this.#offer = offer;
    }
    writer.writeVarint(ring.length / 2);
    for (let at = 0; at < ring.length; at += 2) {
      const x = ring[at] as number;
      const y = ring[at + 1] as number;
      writeSigned(writer, x - this.#x);
      writeSigned(writer, y - this.#y);
      this.#x = x;
      this.#y = y;
    }
  }

  take(): Uint8Array {
    return takeBytes(this.#writer);
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
  const rings = readStored('piece', body, (reader) => readRings(reader, westX, northY));
  for (const [offer, ring] of rings) take(offer, ring);
}

function readRings(reader: PbfReader, westX: number, northY: number): [offer: number, ring: Ring][] {
  const rings: [number, Ring][] = [];
  let offer = -1;
  let x = westX;
  let y = northY;
  while (reader.pos < reader.length) {
    const count = readCount(reader, 2);
    if (count === 0) {
      offer = reader.readVarint();
      continue;
    }
    const ring = new Int32Array(count * 2);
    for (let at = 0; at < ring.length; at += 2) {
      x = (x + readSigned(reader)) | 0;
      y = (y + readSigned(reader)) | 0;
      ring[at] = x;
      ring[at + 1] = y;
    }
    rings.push([offer, ring]);
  }
  return rings;
}
