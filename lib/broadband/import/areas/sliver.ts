import { unitArea } from '#lib/broadband/rectangle.ts';

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

interface Edge {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/**
 * The area inside closed rings by the even-odd rule, in square units, even if they cross: between two neighbouring
 * heights of vertices and crossings the width changes linearly, so the width halfway is the mean. Takes time with at
 * least the square of the number of edges.
 */
export function evenOddArea(rings: readonly Int32Array[]): number {
  const edges = rings.flatMap(edgesOf);
  const heights = [...new Set(edges.flatMap(({ ay, by }) => [ay, by]).concat(crossingHeights(edges)))];
  heights.sort((a, b) => a - b);
  let area = 0;
  for (let at = 1; at < heights.length; at++) {
    const [low, high] = [heights[at - 1] as number, heights[at] as number];
    area += (high - low) * widthAt(edges, (low + high) / 2);
  }
  return area;
}

function edgesOf(ring: Int32Array): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [ax, ay, bx, by] = ring.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (ay !== by) edges.push(ay < by ? { ax, ay, bx, by } : { ax: bx, ay: by, bx: ax, by: ay });
  }
  return edges;
}

function crossingHeights(edges: readonly Edge[]): number[] {
  const heights: number[] = [];
  for (const [place, one] of edges.entries()) {
    for (let other = place + 1; other < edges.length; other++) {
      const two = edges[other] as Edge;
      const [low, high] = [Math.max(one.ay, two.ay), Math.min(one.by, two.by)];
      if (low >= high) continue;
      const [apart, apartAbove] = [xAt(one, low) - xAt(two, low), xAt(one, high) - xAt(two, high)];
      if (apart * apartAbove < 0) heights.push(low + ((high - low) * apart) / (apart - apartAbove));
    }
  }
  return heights;
}

function widthAt(edges: readonly Edge[], y: number): number {
  const crossings = edges.filter(({ ay, by }) => ay < y && y < by).map((edge) => xAt(edge, y));
  crossings.sort((a, b) => a - b);
  return crossings.reduce((width, x, place) => width + (place % 2 === 0 ? -x : x), 0);
}

function xAt({ ax, ay, bx, by }: Edge, y: number): number {
  return ax + ((bx - ax) * (y - ay)) / (by - ay);
}
