import { meetsSquare } from './cell.ts';
import type { CellEdges } from './cell-edges.ts';
import { isLeft } from './orient.ts';

/** South-west, south-east, north-west, north-east: ascending in key order. */
export type FourCells = readonly [CellEdges, CellEdges, CellEdges, CellEdges];

// where a vertex lies; of both ends of an edge together, the first four say which quarters the edge may meet
const WEST = 1;
const EAST = 2;
const SOUTH = 4;
const NORTH = 8;
// where these three differ between the ends, the edge crosses the line through two corners
const ABOVE_SOUTH_BORDER = 16;
const RIGHT_OF_WEST_BORDER = 32;
const ABOVE_MIDDLE = 64;
const CROSSINGS = ABOVE_SOUTH_BORDER | RIGHT_OF_WEST_BORDER | ABOVE_MIDDLE;

/** What the parts and runs of cells refer to: the vertices that number a part's edges, and the number of its offer. */
export interface NumberedEdges {
  /** As many as there are offer numbers. */
  readonly offers: { readonly length: number };
  positionsOf(part: number): Int32Array;
  offerOf(part: number): number;
}

/** Splits cells of one collection. */
export class CellSplitter {
  readonly #collection: NumberedEdges;
  /** For each offer number, the last cell that the offer covers. */
  readonly #coveredAt: Uint32Array;
  #cellCount = 0;

  constructor(collection: NumberedEdges) {
    this.#collection = collection;
    this.#coveredAt = new Uint32Array(collection.offers.length);
  }

  /** Fills the four quarters of a cell. */
  split(parent: CellEdges, quarters: FourCells): void {
    const half = parent.side / 2;
    const [southWest, southEast, northWest, northEast] = quarters;
    southWest.reset(parent.x, parent.y, half, parent.level + 1);
    southEast.reset(parent.x + half, parent.y, half, parent.level + 1);
    northWest.reset(parent.x, parent.y + half, half, parent.level + 1);
    northEast.reset(parent.x + half, parent.y + half, half, parent.level + 1);
    const groups = parent.groups.values;
    for (let at = 0; at < parent.groups.length; ) {
      const part = groups[at] as number;
      const head = groups[at + 1] as number;
      const end = at + 2 + (head & ~1);
      const bits = this.#splitPart(parent, quarters, part, head & 1, at + 2, end);
      const offer = this.#collection.offerOf(part);
      for (let quarter = 0; quarter < 4; quarter++) {
        const cell = quarters[quarter] as CellEdges;
        if (cell.closePart((bits >> quarter) & 1)) cell.covering.push(offer);
      }
      at = end;
    }
    for (const quarter of quarters) {
      this.settle(quarter);
      for (let at = 0; at < parent.covering.length; at++) quarter.covering.push(parent.covering.values[at] as number);
    }
  }

  /** Removes duplicate covering offers from a cell, and the parts of offers that cover it anyway. */
  settle(cell: CellEdges): void {
    const { covering, groups } = cell;
    if (covering.length === 0) return;
    const stamp = ++this.#cellCount;
    let kept = 0;
    for (let at = 0; at < covering.length; at++) {
      const offer = covering.values[at] as number;
      if (this.#coveredAt[offer] === stamp) continue;
      this.#coveredAt[offer] = stamp;
      covering.values[kept++] = offer;
    }
    covering.length = kept;
    let to = 0;
    for (let at = 0; at < groups.length; ) {
      const offer = this.#collection.offerOf(groups.values[at] as number);
      const end = at + 2 + ((groups.values[at + 1] as number) & ~1);
      if (this.#coveredAt[offer] === stamp) {
        for (let run = at + 3; run < end; run += 2) cell.edgeCount -= groups.values[run] as number;
      } else {
        groups.values.copyWithin(to, at, end);
        to += end - at;
      }
      at = end;
    }
    groups.length = to;
  }

  /**
   * Gives each edge of one part to the quarters whose closed square it meets, and follows the reference bit from the
   * parent's south-west corner to those of the quarters: east along the border, and north along the border, then east.
   * @returns the four bits, the south-west one lowest.
   */
  #splitPart(parent: CellEdges, quarters: FourCells, part: number, bit: number, runsAt: number, end: number): number {
    const { x, y } = parent;
    const half = parent.side / 2;
    const middleX = x + half;
    const middleY = y + half;
    const positions = this.#collection.positionsOf(part);
    const runs = parent.groups.values;
    let bits = bit * 15;
    for (let at = runsAt; at < end; at += 2) {
      const firstEdge = runs[at] as number;
      const endEdge = firstEdge + (runs[at + 1] as number);
      let ax = positions[firstEdge * 2] as number;
      let ay = positions[firstEdge * 2 + 1] as number;
      let placeOfA = place(ax, ay, x, y, middleX, middleY);
      // consecutive edges in a single quarter are added together
      let stretchStart = firstEdge;
      let stretchPlace = 0;
      for (let edge = firstEdge; edge < endEdge; edge++) {
        const bx = positions[edge * 2 + 2] as number;
        const by = positions[edge * 2 + 3] as number;
        const placeOfB = place(bx, by, x, y, middleX, middleY);
        const quarterPlace = (placeOfA | placeOfB) & 15;
        if (quarterPlace !== stretchPlace || isSpread(quarterPlace)) {
          if (stretchPlace !== 0) addStretch(quarters, stretchPlace, part, stretchStart, edge - stretchStart);
          stretchStart = edge;
          stretchPlace = quarterPlace;
          if (isSpread(quarterPlace)) {
            addToQuarters(quarters, part, edge, ax, ay, bx, by);
            stretchPlace = 0;
          }
        }
        const crossed = (placeOfA ^ placeOfB) & CROSSINGS;
        if (crossed !== 0) bits ^= flips(crossed, ax, ay, bx, by, x, y, middleX, middleY);
        ax = bx;
        ay = by;
        placeOfA = placeOfB;
      }
      if (stretchPlace !== 0) addStretch(quarters, stretchPlace, part, stretchStart, endEdge - stretchStart);
    }
    return bits;
  }
}

function place(px: number, py: number, x: number, y: number, middleX: number, middleY: number): number {
  return (
    (px <= middleX ? WEST : 0) |
    (px >= middleX ? EAST : 0) |
    (py <= middleY ? SOUTH : 0) |
    (py >= middleY ? NORTH : 0) |
    (py > y ? ABOVE_SOUTH_BORDER : 0) |
    (px > x ? RIGHT_OF_WEST_BORDER : 0) |
    (py > middleY ? ABOVE_MIDDLE : 0)
  );
}

/** Whether an edge with these places may meet more than one quarter. */
function isSpread(quarterPlace: number): boolean {
  return (quarterPlace & (WEST | EAST)) === (WEST | EAST) || (quarterPlace & (SOUTH | NORTH)) === (SOUTH | NORTH);
}

// both ends lie strictly in this quarter's corner of the plane and the edge meets the parent, so it meets the quarter
function addStretch(quarters: FourCells, quarterPlace: number, part: number, firstEdge: number, count: number): void {
  const quarter = (quarterPlace & EAST ? 1 : 0) | (quarterPlace & NORTH ? 2 : 0);
  (quarters[quarter] as CellEdges).addRun(part, firstEdge, count);
}

function addToQuarters(
  quarters: FourCells,
  part: number,
  edge: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): void {
  for (const quarter of quarters) {
    if (meetsSquare(ax, ay, bx, by, quarter.x, quarter.y, quarter.side)) quarter.addRun(part, edge, 1);
  }
}

/** The reference bits of the quarters that one edge flips. */
function flips(
  crossed: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x: number,
  y: number,
  middleX: number,
  middleY: number,
): number {
  let flipped = 0;
  if (crossed & ABOVE_SOUTH_BORDER && isLeft(ax, ay, bx, by, x, y) !== isLeft(ax, ay, bx, by, middleX, y)) {
    flipped ^= 2;
  }
  if (crossed & RIGHT_OF_WEST_BORDER && isLeft(ax, ay, bx, by, x, y) !== isLeft(ax, ay, bx, by, x, middleY)) {
    flipped ^= 4 | 8;
  }
  if (crossed & ABOVE_MIDDLE && isLeft(ax, ay, bx, by, x, middleY) !== isLeft(ax, ay, bx, by, middleX, middleY)) {
    flipped ^= 8;
  }
  return flipped;
}
