import { PbfReader } from 'pbf';
import type { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import type { NumberedEdges } from '#lib/broadband/coverage/cell-split.ts';
import { IntList } from '#lib/broadband/coverage/number-list.ts';
import { readSigned } from '#lib/broadband/coverage/varints.ts';

/** The number of offers that are not measured: those that are not available. */
export const notMeasured = -1;

/**
 * The edges of one leaf at a time, in the form that `CellSplitter` takes. `numberOf` gives each offer's database id a
 * number, so that equal offers of two versions have the same number.
 */
export class LeafEdges implements NumberedEdges {
  readonly offers: { readonly length: number };
  readonly #numberOf: (offerId: number) => number;
  readonly #positions = new IntList();
  readonly #offerOfPart = new IntList();

  /** @param numbers how many offer numbers there are */
  constructor(numbers: number, numberOf: (offerId: number) => number) {
    this.offers = { length: numbers };
    this.#numberOf = numberOf;
  }

  positionsOf(): Int32Array {
    return this.#positions.values;
  }

  offerOf(part: number): number {
    return this.#offerOfPart.values[part] as number;
  }

  /** Fills `cell`, which already has the leaf's place, with the content of the leaf's body (see `leaf.ts`). */
  load(body: Uint8Array, cell: CellEdges): void {
    this.#positions.clear();
    this.#offerOfPart.clear();
    const reader = new PbfReader(body);
    reader.readVarint();
    let offer = 0;
    for (let remaining = reader.readVarint(); remaining > 0; remaining--) {
      offer += reader.readVarint();
      const number = this.#numberOf(offer);
      if (number !== notMeasured) cell.covering.push(number);
    }
    offer = 0;
    let x = cell.x;
    let y = cell.y;
    while (reader.pos < body.length) {
      offer = (offer + readSigned(reader)) | 0;
      const number = this.#numberOf(offer);
      const head = reader.readVarint();
      const part = this.#offerOfPart.length;
      if (number !== notMeasured) this.#offerOfPart.push(number);
      for (let runs = head >> 1; runs > 0; runs--) {
        const edges = reader.readVarint();
        const firstEdge = this.#positions.length / 2;
        for (let vertices = edges; vertices >= 0; vertices--) {
          x = (x + readSigned(reader)) | 0;
          y = (y + readSigned(reader)) | 0;
          if (number === notMeasured) continue;
          this.#positions.push(x);
          this.#positions.push(y);
        }
        if (number !== notMeasured) cell.addRun(part, firstEdge, edges);
      }
      if (number !== notMeasured) cell.closePart(head & 1);
    }
  }
}
