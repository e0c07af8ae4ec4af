/** Rows of a cell, and samples in a row. */
export const gridSize = 32;

/**
 * Where a cell is sampled: one point, in whole units, in each of 32 × 32 equal squares. Each row has its own offset in both
 * directions, drawn uniformly, so that the share of points inside is an unbiased estimate of the area even for edges that
 * run along the grid. The draw depends on the cell's place alone: two versions are sampled at the same points, and a figure
 * is the same each time it is measured.
 */
export class SampleGrid {
  x = 0;
  y = 0;
  side = 0;
  /** Side of the squares, a power of two, and its exponent. */
  step = 0;
  shift = 0;
  /** Latitude of each row's points, ascending, and the longitude of its first. */
  readonly ys = new Int32Array(gridSize);
  readonly firstXs = new Int32Array(gridSize);

  /** @param side a power of two, at least 512 units */
  place(x: number, y: number, side: number): void {
    this.x = x;
    this.y = y;
    this.side = side;
    this.step = side / gridSize;
    this.shift = 31 - Math.clz32(this.step);
    let drawn = scatter(x ^ scatter(y));
    for (let row = 0; row < gridSize; row++) {
      drawn = scatter(drawn + 0x9e3779b9);
      this.firstXs[row] = x + (drawn & (this.step - 1));
      drawn = scatter(drawn + 0x9e3779b9);
      this.ys[row] = y + row * this.step + (drawn & (this.step - 1));
    }
  }
}

/** A pseudo-random 32-bit number from another (Chris Wellons' `lowbias32`). */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
