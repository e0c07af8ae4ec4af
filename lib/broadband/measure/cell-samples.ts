import type { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { IntList } from '#lib/broadband/coverage/int-list.ts';
import type { LeafEdges } from './leaf-edges.ts';
import { gridSize } from './sample-grid.ts';
import type { PartSampler } from './sample-part.ts';

const all = -1;

/**
 * What is offered at the points of one cell, before and after. A cell that no boundary meets has one row with one point.
 * Others have 32 rows of 32 points; a row is the bits of a number.
 */
export class CellSamples {
  rows = 0;
  /** The square metres that each point of a row represents. */
  readonly weights = new Float64Array(gridSize);
  /** The points that count: those in the measured area. */
  readonly counted = new Int32Array(gridSize);
  /** The squares that the border of the measured area meets. */
  readonly cut = new Int32Array(gridSize);
  /** Numbers of the offers in the cell. Each has 32 rows in the lists below, from its index here × 32. */
  readonly offers = new IntList();
  before = new Int32Array(gridSize * 8);
  after = new Int32Array(gridSize * 8);
  /** The squares that the boundaries of the offer's parts meet, in either version. */
  met = new Int32Array(gridSize * 8);
  /** Whether both versions have the same content there, so that `before` need not be read. */
  isUnchanged = false;
  readonly #places: Int32Array;

  constructor(offerNumbers: number) {
    this.#places = new Int32Array(offerNumbers).fill(-1);
  }

  begin(rows: number): void {
    for (let place = 0; place < this.offers.length; place++) this.#places[this.offers.values[place] as number] = -1;
    this.offers.clear();
    this.rows = rows;
    this.isUnchanged = false;
    this.counted.fill(all);
    this.cut.fill(0);
  }

  /** Adds one version's content of the cell. */
  add(cell: CellEdges, edges: LeafEdges, sampler: PartSampler, when: 'before' | 'after'): void {
    for (let at = 0; at < cell.covering.length; at++) {
      const place = this.#placeOf(cell.covering.values[at] as number);
      this[when].fill(all, place, place + this.rows);
    }
    const groups = cell.groups.values;
    for (let at = 0; at < cell.groups.length; ) {
      const part = groups[at] as number;
      const head = groups[at + 1] as number;
      const runsAt = at + 2;
      const runsEnd = runsAt + (head & ~1);
      const place = this.#placeOf(edges.offerOf(part));
      const given = { positions: edges.positionsOf(), groups, runsAt, runsEnd, bit: head & 1 };
      sampler.sample(given, this[when], this.met, place);
      at = runsEnd;
    }
  }

  #placeOf(offer: number): number {
    const known = this.#places[offer] as number;
    if (known >= 0) return known;
    const place = this.offers.length * gridSize;
    this.offers.push(offer);
    this.#places[offer] = place;
    if (place === this.met.length) {
      this.before = doubled(this.before);
      this.after = doubled(this.after);
      this.met = doubled(this.met);
    }
    for (const rows of [this.before, this.after, this.met]) rows.fill(0, place, place + gridSize);
    return place;
  }
}

function doubled(rows: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(rows.length * 2);
  larger.set(rows);
  return larger;
}
