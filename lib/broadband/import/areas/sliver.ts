import { unitArea } from '#lib/broadband/rectangle.ts';
import { evenOddArea } from './even-odd-area.ts';

/** A polygon with more square units is not a sliver, and the size of a unit at its latitude is not computed. */
const surelyLarger = 1e6;

/** The crossings of a polygon with more vertices are not examined: that would take too long. */
const mostVertices = 1000;

/**
 * Whether a polygon has less than 1 m²: the area of the outer ring minus that of its holes. The two halves of a ring
 * that crosses itself have opposite directions and may cancel out, so a polygon that seems small is measured again by
 * the even-odd rule (N8).
 */
export function isSliver(rings: readonly Int32Array[]): boolean {
  const [outer, ...holes] = rings;
  if (outer === undefined) return false;
  let squareUnits = ringArea(outer);
  for (const hole of holes) squareUnits -= ringArea(hole);
  const isSmall = (units: number) =>
    Math.abs(units) < surelyLarger && Math.abs(units) * unitArea(outer[1] as number) < 1;
  if (!isSmall(squareUnits)) return false;
  const vertices = rings.reduce((total, { length }) => total + length / 2, 0);
  return vertices > mostVertices || isSmall(evenOddArea(rings));
}

/** Square units, whatever the direction of the ring. Relative to its first position, for the precision of small rings. */
function ringArea(ring: Int32Array): number {
  const x = ring[0] as number;
  const y = ring[1] as number;
  let twice = 0;
  for (let at = 2; at < ring.length - 2; at += 2) {
    const ax = (ring[at] as number) - x;
    const ay = (ring[at + 1] as number) - y;
    const bx = (ring[at + 2] as number) - x;
    const by = (ring[at + 3] as number) - y;
    twice += ax * by - bx * ay;
  }
  return Math.abs(twice) / 2;
}
