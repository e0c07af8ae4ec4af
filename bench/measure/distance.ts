import { generateCoverage } from '#bench/generated/coverage.ts';
import type { AskedPoint } from '#bench/generated/points.ts';
import { boxOf, type Part } from '#bench/generated/shapes.ts';

/** Metres of a unit of 1e-7 degree, northwards; eastwards it is less, which only makes the test below stricter. */
const metresAUnit = 0.0111;

/** The points more than a metre from every edge of the coverage, where the rounding of other contestants cannot matter. */
export function farFromEdges(settlements: readonly Part[], points: readonly AskedPoint[]): AskedPoint[] {
  const least = (1 / metresAUnit) * 1.6;
  const isFar = points.map(() => true);
  for (const { parts } of generateCoverage(settlements).content()) {
    for (const rings of parts) {
      const box = boxOf(rings);
      for (const [at, { unitX, unitY }] of points.entries()) {
        if (isFar[at] !== true) continue;
        if (unitX < box.west - least || unitX > box.east + least) continue;
        if (unitY < box.south - least || unitY > box.north + least) continue;
        if (rings.some((ring) => isNear(ring, unitX, unitY, least))) isFar[at] = false;
      }
    }
  }
  return points.filter((_, at) => isFar[at] === true);
}

function isNear(ring: Int32Array, x: number, y: number, least: number): boolean {
  for (let at = 2; at < ring.length; at += 2) {
    const ax = (ring[at - 2] as number) - x;
    const ay = (ring[at - 1] as number) - y;
    const bx = (ring[at] as number) - x;
    const by = (ring[at + 1] as number) - y;
    if ((ax > least && bx > least) || (ax < -least && bx < -least)) continue;
    if ((ay > least && by > least) || (ay < -least && by < -least)) continue;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (-ax * (bx - ax) - ay * (by - ay)) / length));
    if (Math.hypot(ax + share * (bx - ax), ay + share * (by - ay)) < least) return true;
  }
  return false;
}
