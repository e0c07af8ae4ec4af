import type { Ring } from '#lib/tiles/pieces/ring.ts';

/**
 * How much of each pixel the rings cover, exactly: for a pixel that an edge crosses, the area on the covered side
 * (accumulated signed areas, as in font renderers). Rings may touch, overlap or run back along a cut: the two sides of a
 * common border add up to one, and no seam shows.
 */
export class CoverageRaster {
  readonly side: number;
  readonly #row: number;
  readonly #sums: Float64Array;
  readonly #west: number;
  readonly #north: number;
  readonly #scale: number;
  #isEmpty = true;

  /**
   * @param side pixels along a side
   * @param west the left edge of the raster; `north` is its upper edge, in the rings' coordinates
   * @param scale pixels for each unit of the rings' coordinates
   */
  constructor(side: number, west: number, north: number, scale: number) {
    this.side = side;
    this.#row = side + 2;
    this.#sums = new Float64Array(this.#row * side);
    this.#west = west;
    this.#north = north;
    this.#scale = scale;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  add(ring: Ring): void {
    const scale = this.#scale;
    const west = this.#west;
    const north = this.#north;
    let ax = ((ring[ring.length - 2] as number) - west) * scale;
    let ay = ((ring[ring.length - 1] as number) - north) * scale;
    for (let at = 0; at < ring.length; at += 2) {
      const bx = ((ring[at] as number) - west) * scale;
      const by = ((ring[at + 1] as number) - north) * scale;
      if (ay < by) this.#addEdge(ax, ay, bx, by, 1);
      else if (by < ay) this.#addEdge(bx, by, ax, ay, -1);
      ax = bx;
      ay = by;
    }
  }

  /** The share of each pixel that is covered, 0 to 1, row by row. */
  take(): Float32Array {
    const { side } = this;
    const covered = new Float32Array(side * side);
    for (let y = 0; y < side; y++) {
      let sum = 0;
      let at = y * this.#row;
      for (let x = y * side; x < (y + 1) * side; x++) {
        sum += this.#sums[at++] as number;
        covered[x] = Math.min(1, Math.abs(sum));
      }
    }
    return covered;
  }

  /** Adds an edge that goes down from a to b. */
  #addEdge(ax: number, ay: number, bx: number, by: number, sign: number): void {
    const { side } = this;
    if (by <= 0 || ay >= side || (ax >= side && bx >= side)) return;
    this.#isEmpty = false;
    const slope = (bx - ax) / (by - ay);
    const top = Math.max(0, ay);
    const bottom = Math.min(side, by);
    for (let y = Math.floor(top); y < bottom; y++) {
      const from = Math.max(y, top);
      const to = Math.min(y + 1, bottom);
      const x0 = ax + (from - ay) * slope;
      const x1 = ax + (to - ay) * slope;
      this.#addToRow(y * this.#row, Math.min(x0, x1), Math.max(x0, x1), (to - from) * sign);
    }
  }

  /** Adds an edge within one row of pixels, from `left` to `right`, that goes `drop` pixels down. */
  #addToRow(row: number, left: number, right: number, drop: number): void {
    const { side } = this;
    const sums = this.#sums;
    if (left >= side) return;
    let first = left;
    let last = right;
    let height = drop;
    if (first < 0) {
      // an edge left of the raster covers whole rows
      const outside = last <= 0 ? 1 : first / (first - last);
      sums[row] = (sums[row] as number) + drop * outside;
      if (last <= 0) return;
      height -= drop * outside;
      first = 0;
    }
    if (last > side) {
      height *= (side - first) / (last - first);
      last = side;
    }
    const column = Math.floor(first);
    let at = row + column;
    if (last <= column + 1) {
      const share = height * ((first + last) / 2 - column);
      sums[at] = (sums[at] as number) + height - share;
      sums[at + 1] = (sums[at + 1] as number) + share;
      return;
    }
    // each pixel gets the area right of the edge within it, minus what the pixels before it already have
    const perPixel = height / (last - first);
    let passed = 0;
    let given = 0;
    for (let x = column; x < last; x++, at++) {
      const begins = Math.max(x, first);
      const ends = Math.min(x + 1, last);
      const here = (ends - begins) * perPixel;
      const covered = passed + here * (x + 1 - (begins + ends) / 2);
      sums[at] = (sums[at] as number) + covered - given;
      given = covered;
      passed += here;
    }
    sums[at] = (sums[at] as number) + passed - given;
  }
}
