import type { Point } from '#lib/broadband/point.ts';
import { bitCount } from './bit-count.ts';
import type { Box } from './box.ts';
import { gridSize, type SampleGrid, scatter } from './sample-grid.ts';

/** One of the grid's points whose bits are set, pseudo-randomly chosen by `seed`. At least one bit must be set. */
export function pickSample(rows: Int32Array, grid: SampleGrid, seed: number): Point {
  let total = 0;
  for (let row = 0; row < gridSize; row++) total += bitCount(rows[row] as number);
  let skipped = (scatter(seed) >>> 0) % total;
  for (let row = 0; row < gridSize; row++) {
    for (let column = 0; column < gridSize; column++) {
      if ((((rows[row] as number) >> column) & 1) === 0) continue;
      if (skipped-- === 0) {
        return { x: (grid.firstXs[row] as number) + column * grid.step, y: grid.ys[row] as number };
      }
    }
  }
  throw new Error('No point is set.');
}

/** A pseudo-random point of a rectangle. */
export function pickWithin({ minX, maxX, minY, maxY }: Box, seed: number): Point {
  const east = scatter(seed);
  return { x: minX + ((east >>> 0) % (maxX - minX)), y: minY + ((scatter(east + 1) >>> 0) % (maxY - minY)) };
}
