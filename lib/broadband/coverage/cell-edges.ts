import { IntList } from './number-list.ts';

/** Marks "no run is open". */
const NONE = -1;

/**
 * A cell while the index is built: the offers that cover all of it, and for each part the edges that meet its closed
 * square. `groups` has for each part: part number, run count × 2 + reference bit, then for each run its first edge and its
 * number of edges. An edge has the number of its first vertex. One cell object is reused for many cells.
 */
export class CellEdges {
  x = 0;
  y = 0;
  side = 0;
  level = 0;
  edgeCount = 0;
  /** How many edges all the leaves below this cell may have together. */
  allowance = 0;
  readonly groups = new IntList();
  /** Offer numbers (indexes in the collection's list, not database ids), each once. */
  readonly covering = new IntList();
  #headAt = NONE;
  #runEnd = NONE;

  reset(x: number, y: number, side: number, level: number): void {
    this.x = x;
    this.y = y;
    this.side = side;
    this.level = level;
    this.edgeCount = 0;
    this.groups.clear();
    this.covering.clear();
    this.#headAt = NONE;
  }

  /** Adds edges of the part whose group is open, or opens a group. A run that starts where the last one ended extends it. */
  addRun(part: number, firstEdge: number, count: number): void {
    const groups = this.groups;
    if (this.#headAt === NONE) {
      this.#headAt = groups.length;
      this.#runEnd = NONE;
      groups.push(part);
      groups.push(0);
    }
    if (this.#runEnd === firstEdge) {
      groups.values[groups.length - 1] = (groups.values[groups.length - 1] as number) + count;
    } else {
      groups.push(firstEdge);
      groups.push(count);
      groups.values[this.#headAt + 1] = (groups.values[this.#headAt + 1] as number) + 2;
    }
    this.#runEnd = firstEdge + count;
    this.edgeCount += count;
  }

  /**
   * Ends a part: its reference bit (0 or 1) completes the open group. A part without edges here covers all of the cell or none.
   * @returns whether the part covers the whole cell.
   */
  closePart(bit: number): boolean {
    const headAt = this.#headAt;
    if (headAt === NONE) return bit === 1;
    this.groups.values[headAt + 1] = (this.groups.values[headAt + 1] as number) + bit;
    this.#headAt = NONE;
    return false;
  }
}
