import { rectangleArea } from '#lib/broadband/coverage/ellipsoid.ts';

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

/** Whether all of a rectangle lies in another. */
export function isWithin(inner: Box, outer: Box): boolean {
  return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY;
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
