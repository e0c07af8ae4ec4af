import { cellKey, KEY_SPAN, ROOT } from '#lib/broadband/coverage/cell.ts';
import { spanOf } from './leaf-cursor.ts';

/** A square of the map, whole units, where a technology's offers changed; by how much, in square metres. */
export interface ChangedCell {
  readonly technologyId: number;
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly gained: number;
  readonly lost: number;
  readonly altered: number;
}

/** Squares of level 14 are 90 m wide, finer than a map of the whole country shows. */
const finestLevel = 14;

/** The most squares that are kept; when there are more, all become coarser. */
const mostCells = 3000;

interface Changed {
  gained: number;
  lost: number;
  altered: number;
}

/** Collects where something changed, in squares as fine as their number allows. */
export class ChangedCells {
  #level = finestLevel;
  /** By technology, then by level × KEY_SPAN + key. */
  #cells = new Map<number, Map<number, Changed>>();
  #count = 0;

  /** Adds what changed in a cell of this level, whose south-west corner is x, y. */
  add(technologyId: number, x: number, y: number, level: number, changed: Readonly<Changed>): void {
    this.#addTo(technologyId, cellKey(x, y), Math.min(level, this.#level), changed);
    while (this.#count > mostCells && this.#level > 0) this.#coarsen();
  }

  /** The squares, grouped by technology. */
  list(): ChangedCell[] {
    return [...this.#cells].flatMap(([technologyId, cells]) =>
      [...cells].map(([id, changed]) => ({ technologyId, ...squareOf(id), ...changed })),
    );
  }

  #addTo(technologyId: number, key: number, level: number, { gained, lost, altered }: Readonly<Changed>): void {
    const cells = this.#cells.get(technologyId) ?? new Map<number, Changed>();
    this.#cells.set(technologyId, cells);
    const id = level * KEY_SPAN + key - (key % spanOf(level));
    const known = cells.get(id);
    if (known === undefined) {
      cells.set(id, { gained, lost, altered });
      this.#count++;
    } else {
      known.gained += gained;
      known.lost += lost;
      known.altered += altered;
    }
  }

  #coarsen(): void {
    const finer = this.#cells;
    this.#cells = new Map();
    this.#count = 0;
    this.#level--;
    for (const [technologyId, cells] of finer) {
      for (const [id, changed] of cells) {
        this.#addTo(technologyId, id % KEY_SPAN, Math.min(Math.floor(id / KEY_SPAN), this.#level), changed);
      }
    }
  }
}

function squareOf(id: number): { x: number; y: number; side: number } {
  const level = Math.floor(id / KEY_SPAN);
  return { ...cornerOf(id % KEY_SPAN), side: ROOT.side / 2 ** level };
}

/** The south-west corner of the cell with this key: the reverse of `cellKey`. */
export function cornerOf(key: number): { x: number; y: number } {
  let { x, y } = ROOT;
  let rest = key;
  for (let side = 512; rest > 0; side *= 2) {
    if (rest % 2 === 1) x += side;
    if (Math.floor(rest / 2) % 2 === 1) y += side;
    rest = Math.floor(rest / 4);
  }
  return { x, y };
}
