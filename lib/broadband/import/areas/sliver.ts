import { unitArea } from '#lib/broadband/coverage/ellipsoid.ts';
import { evenOddArea } from './even-odd-area.ts';

/** The most that a polygon on the globe can hold of square units before it is worth asking at which latitude it lies. */
const surelyLarger = 1e6;

/** With more vertices, what a ring's crossings make of its area is not looked into: that would take long. */
const mostLookedInto = 1000;

/**
 * Whether a polygon has less than 1 m²: the outer ring's area less that of its holes. The two halves of a ring that
 * crosses itself go round in opposite ways and may cancel, so one that seems to be small is measured by even-odd (N8).
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
  return vertices > mostLookedInto || isSmall(evenOddArea(rings));
}

/** Square units, whichever way the ring goes. Relative to its first position, so that float64 loses nothing of a small one. */
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
