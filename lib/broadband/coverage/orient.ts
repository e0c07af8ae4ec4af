const EXACT = 2 ** 53;

/**
 * On which side of the line a→b the point p lies: above 0 on the left, below 0 on the right, 0 on the line.
 * The sign is exact for all 32-bit coordinates (N8); the magnitude means nothing.
 */
export function orient(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const left = (bx - ax) * (py - ay);
  const right = (by - ay) * (px - ax);
  // rounding keeps the order of the products, so unequal ones are in the right order; equal ones may hide a difference
  if (left !== right || Math.abs(left) < EXACT) return left - right;
  return Number(BigInt(bx - ax) * BigInt(py - ay) - BigInt(by - ay) * BigInt(px - ax));
}

/**
 * Whether p lies left of the line a→b. A point on the line is treated as (x+ε′, y+ε) with ε′ ≫ ε > 0, so that no path of
 * such points runs along an edge or through a vertex.
 */
export function isLeft(ax: number, ay: number, bx: number, by: number, px: number, py: number): boolean {
  const turn = orient(ax, ay, bx, by, px, py);
  if (turn !== 0) return turn > 0;
  return by === ay ? bx > ax : by < ay;
}
