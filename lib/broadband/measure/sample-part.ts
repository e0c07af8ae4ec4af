import { isLeft, orient } from '#lib/broadband/coverage/orient.ts';
import { gridSize, type SampleGrid } from './sample-grid.ts';

/** A crossing computed nearer than this to a point, in units, is decided exactly. Its error in float64 is below 0.00001. */
const unsure = 0.001;

const all = -1;

/** One part's edges in a cell: its runs among `groups`, and its reference bit at the cell's south-west corner. */
export interface PartInCell {
  readonly positions: Int32Array;
  readonly groups: Int32Array;
  readonly runsAt: number;
  readonly runsEnd: number;
  readonly bit: number;
}

/**
 * Tests one part at all 1,024 points of a grid, exactly as `offersAt` does at each (N8). A row's points are the bits of a
 * number, the westernmost the lowest; an edge that crosses the row's latitude flips all points east of it.
 */
export class PartSampler {
  readonly #grid: SampleGrid;
  readonly #flips = new Int32Array(gridSize);
  readonly #onEdge = new Int32Array(gridSize);
  /** The rows whose western end and the cell's corner are on different sides of the boundary. */
  #flippedRows = 0;

  constructor(grid: SampleGrid) {
    this.#grid = grid;
  }

  /**
   * Adds the points inside the part to the 32 rows of `inside` from `at` on, and the squares that its boundary meets to
   * those of `met`.
   */
  sample(part: PartInCell, inside: Int32Array, met: Int32Array, at: number): void {
    const flips = this.#flips.fill(0);
    const onEdge = this.#onEdge.fill(0);
    this.#flippedRows = part.bit === 1 ? all : 0;
    const { positions, groups } = part;
    for (let run = part.runsAt; run < part.runsEnd; run += 2) {
      let vertex = (groups[run] as number) * 2;
      for (let edges = groups[run + 1] as number; edges > 0; edges--, vertex += 2) {
        this.#addEdge(
          positions[vertex] as number,
          positions[vertex + 1] as number,
          positions[vertex + 2] as number,
          positions[vertex + 3] as number,
          met,
          at,
        );
      }
    }
    for (let row = 0; row < gridSize; row++) {
      const start = (this.#flippedRows >> row) & 1 ? all : 0;
      inside[at + row] = (inside[at + row] as number) | (start ^ (flips[row] as number)) | (onEdge[row] as number);
    }
  }

  #addEdge(ax: number, ay: number, bx: number, by: number, met: Int32Array, at: number): void {
    const { x, y, side, shift, step, ys } = this.#grid;
    if (ax > x !== bx > x) this.#flipRows(ax, ay, bx, by);
    const low = Math.min(ay, by);
    const high = Math.max(ay, by);
    const lastRow = high >= y + side ? gridSize - 1 : (high - y) >> shift;
    const slope = ay === by ? 0 : (bx - ax) / (by - ay);
    for (let row = low <= y ? 0 : (low - y) >> shift; row <= lastRow; row++) {
      const south = y + row * step;
      const from = ay === by ? ax : ax + (Math.max(low, south) - ay) * slope;
      const to = ay === by ? bx : ax + (Math.min(high, south + step) - ay) * slope;
      met[at + row] = (met[at + row] as number) | this.#squaresBetween(from, to);
      const sampled = ys[row] as number;
      if (ay > sampled !== by > sampled) this.#flipPoints(row, ax, ay, bx, by, ax + (sampled - ay) * slope);
      if (ay === sampled || by === sampled) this.#addTouched(row, ax, ay, bx, by);
    }
  }

  /** Flips the points of a row east of `crossing`, where the edge crosses its latitude. */
  #flipPoints(row: number, ax: number, ay: number, bx: number, by: number, crossing: number): void {
    const { x, side, step, ys, firstXs } = this.#grid;
    // an edge west of the cell is not crossed on the way from the cell's border
    if (crossing < x - unsure || crossing > x + side) return;
    const firstX = firstXs[row] as number;
    const sampled = ys[row] as number;
    const place = (crossing - firstX) / step;
    const nearest = Math.round(place);
    let first = Math.ceil(place);
    if (Math.abs(place - nearest) * step < unsure) {
      const px = firstX + nearest * step;
      const turn = orient(ax, ay, bx, by, px, sampled);
      if (turn === 0 && nearest >= 0 && nearest < gridSize) {
        this.#onEdge[row] = (this.#onEdge[row] as number) | (1 << nearest);
      }
      first =
        isLeft(ax, ay, bx, by, px, sampled) === isLeft(ax, ay, bx, by, px - step, sampled) ? nearest + 1 : nearest;
    }
    if (crossing < x + unsure) {
      const beyond = firstX + gridSize * step;
      if (isLeft(ax, ay, bx, by, x, sampled) === isLeft(ax, ay, bx, by, beyond, sampled)) return;
      first = Math.max(0, first);
    }
    if (first < gridSize) this.#flips[row] = (this.#flips[row] as number) ^ (all << Math.max(0, first));
  }

  /** Flips the rows whose western end is north of where an edge crosses the cell's western border. */
  #flipRows(ax: number, ay: number, bx: number, by: number): void {
    const { x, y, side, ys } = this.#grid;
    const crossing = ay + ((x - ax) * (by - ay)) / (bx - ax);
    if (crossing < y - unsure || crossing > y + side) return;
    const isCornerLeft = isLeft(ax, ay, bx, by, x, y);
    for (let row = gridSize - 1; row >= 0; row--) {
      const sampled = ys[row] as number;
      if (sampled < crossing - unsure) return;
      if (isLeft(ax, ay, bx, by, x, sampled) !== isCornerLeft) this.#flippedRows ^= 1 << row;
    }
  }

  /** Adds the points that an end of the edge, or a level edge, lies on. */
  #addTouched(row: number, ax: number, ay: number, bx: number, by: number): void {
    const { step, ys, firstXs } = this.#grid;
    const sampled = ys[row] as number;
    const firstX = firstXs[row] as number;
    let west = ay === sampled ? ax : bx;
    let east = by === sampled ? bx : ax;
    if (west > east) [west, east] = [east, west];
    const first = Math.max(0, Math.ceil((west - firstX) / step));
    const last = Math.min(gridSize - 1, Math.floor((east - firstX) / step));
    if (first <= last) this.#onEdge[row] = (this.#onEdge[row] as number) | bitsFrom(first, last);
  }

  #squaresBetween(from: number, to: number): number {
    const { x, side, step } = this.#grid;
    const west = Math.min(from, to);
    const east = Math.max(from, to);
    if (east < x || west >= x + side) return 0;
    const first = west <= x ? 0 : Math.floor((west - x) / step);
    const last = east >= x + side ? gridSize - 1 : Math.floor((east - x) / step);
    return bitsFrom(first, last);
  }
}

/** The bits from `first` to `last`, both included and from 0 to 31. */
export function bitsFrom(first: number, last: number): number {
  return (all << first) & (all >>> (gridSize - 1 - last));
}
