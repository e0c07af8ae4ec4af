import { rectangleArea } from '#lib/broadband/coverage/ellipsoid.ts';
import type { CellSamples } from './cell-samples.ts';
import { gridSize, type SampleGrid } from './sample-grid.ts';
import { bitsFrom } from './sample-part.ts';

/** A rectangle in whole units of 1e-7 degree, including its borders. */
export interface Box {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** The area of a rectangle on the ellipsoid, in square metres. */
export function areaOf({ minX, maxX, minY, maxY }: Box): number {
  return rectangleArea(maxX - minX, minY, maxY);
}

/** Whether a cell and the box share more than a border. */
export function meets({ minX, maxX, minY, maxY }: Box, x: number, y: number, side: number): boolean {
  return x < maxX && x + side > minX && y < maxY && y + side > minY;
}

/** The part of a cell that lies in the box. */
export function overlapOf({ minX, maxX, minY, maxY }: Box, x: number, y: number, side: number): Box {
  return {
    minX: Math.max(minX, x),
    maxX: Math.min(maxX, x + side),
    minY: Math.max(minY, y),
    maxY: Math.min(maxY, y + side),
  };
}

/** Keeps only the grid's points in the box, and marks the squares that its border cuts. */
export function clipSamples(
  box: Box,
  { x, y, side, step, shift, ys, firstXs }: SampleGrid,
  samples: CellSamples,
): void {
  if (x >= box.minX && x + side <= box.maxX && y >= box.minY && y + side <= box.maxY) return;
  const cutColumns = bitOf(box.minX - x, side, shift) | bitOf(box.maxX - x, side, shift);
  const cutRows = bitOf(box.minY - y, side, shift) | bitOf(box.maxY - y, side, shift);
  for (let row = 0; row < gridSize; row++) {
    const sampled = ys[row] as number;
    const firstX = firstXs[row] as number;
    const first = Math.max(0, Math.ceil((box.minX - firstX) / step));
    const last = Math.min(gridSize - 1, Math.floor((box.maxX - firstX) / step));
    const isRowIn = sampled >= box.minY && sampled <= box.maxY;
    samples.counted[row] = isRowIn && first <= last ? bitsFrom(first, last) : 0;
    samples.cut[row] = (cutRows >> row) & 1 ? -1 : cutColumns;
  }
}

/** The bit of the square in which a border lies; 0 when it lies outside the cell. */
function bitOf(distance: number, side: number, shift: number): number {
  return distance > 0 && distance < side ? 1 << (distance >> shift) : 0;
}
