import { orient } from './orient.ts';

/**
 * The square that is divided into cells: whole units, side 2²⁷, with the service box in its middle. A cell of level n has
 * the side 2^(27−n). Its south and west borders belong to it, its north and east borders do not.
 */
export const ROOT = { x: -143_108_864, y: -475_608_864, side: 2 ** 27 } as const;

/** Level of the smallest cells, 512 units (about 5 m) wide. */
export const DEEPEST_LEVEL = 18;

/** All keys are below this, so one table can store the indexes of many versions, as `version * KEY_SPAN + key`. */
export const KEY_SPAN = 2 ** 36;

const SMALLEST_SHIFT = 9;
const SPREAD = Int32Array.from({ length: 512 }, (_, bits) => {
  let spread = 0;
  for (let bit = 0; bit < 9; bit++) spread |= ((bits >> bit) & 1) << (2 * bit);
  return spread;
});

/**
 * Morton key (36 bits) of the smallest cell around a point. The leaf that may contain the point is the one with the largest
 * key that is not above this one.
 * @throws RangeError outside the root square.
 */
export function cellKey(x: number, y: number): number {
  const east = x - ROOT.x;
  const north = y - ROOT.y;
  if (!(east >= 0 && east < ROOT.side && north >= 0 && north < ROOT.side)) {
    throw new RangeError(`The point ${x}, ${y} lies outside the indexed square.`);
  }
  return (
    interleave(east >> (2 * SMALLEST_SHIFT), north >> (2 * SMALLEST_SHIFT)) * 2 ** 18 +
    interleave((east >> SMALLEST_SHIFT) & 511, (north >> SMALLEST_SHIFT) & 511)
  );
}

/** Whether the edge a→b meets the closed square with the south-west corner x, y. Exact. */
export function meetsSquare(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x: number,
  y: number,
  side: number,
): boolean {
  const east = x + side;
  const north = y + side;
  if ((ax < x && bx < x) || (ax > east && bx > east)) return false;
  if ((ay < y && by < y) || (ay > north && by > north)) return false;
  // the line misses the square when the corner furthest to its left is on its right, or vice versa
  const isEastward = bx > ax;
  const isNorthward = by > ay;
  return (
    orient(ax, ay, bx, by, isNorthward ? x : east, isEastward ? north : y) >= 0 &&
    orient(ax, ay, bx, by, isNorthward ? east : x, isEastward ? y : north) <= 0
  );
}

function interleave(east: number, north: number): number {
  return (SPREAD[east] as number) | ((SPREAD[north] as number) << 1);
}
