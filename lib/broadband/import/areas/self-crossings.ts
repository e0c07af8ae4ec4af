import { orient } from '#lib/broadband/coverage/orient.ts';
import { BoxTree } from '#lib/shapes/box-tree.ts';
import { type Edges, edgesOf } from '#lib/shapes/edges.ts';
import type { Part } from './area-builder.ts';
import type { AreaProblem, AreaReport } from './area-report.ts';

/** Enough to say that a polygon is unusable; a scribble of a thousand positions has a quarter of a million. */
const mostCounted = 100_000;

/**
 * How many pairs of edges are compared at most, a second's work or less. Of ordinary borders the boxes of an edge meet
 * those of a few others; of a star with long spikes they meet those of most.
 */
const mostCompared = { atLeast: 20_000_000, ofEachEdge: 50 };

/** As many places as a list of problems has. */
const mostPlaces = 100;

/**
 * Counts in `report` where the borders of polygons cross themselves, between vertices or at one; rings that only touch do not
 * cross. What is inside is defined all the same, by even-odd (N8), but it is seldom what was meant.
 *
 * The search ends at 100,000 places, or after many comparisons; `selfCrossingsBounded` counts the polygons that may have more.
 *
 * @returns where they cross: the first hundred places of each polygon
 */
export function countSelfCrossings(
  parts: readonly Part[],
  report: Pick<AreaReport, 'selfCrossings' | 'selfCrossingsBounded'>,
): AreaProblem[] {
  const problems: AreaProblem[] = [];
  for (const part of parts) {
    const edges = edgesOf(part);
    let count = 0;
    let left = Math.max(mostCompared.atLeast, edges.ax.length * mostCompared.ofEachEdge);
    const isBounded = new BoxTree(edges).join(0, (one, other) => {
      if (left-- === 0) return true;
      if (isBeside(edges, one, other)) return false;
      const place = crossingOf(edges, one, other) ?? vertexCrossing(edges, one, other);
      if (place === undefined) return false;
      if (count++ < mostPlaces) problems.push({ kind: 'area crosses itself', ...place });
      return count === mostCounted;
    });
    report.selfCrossings += count;
    if (isBounded) report.selfCrossingsBounded++;
  }
  return problems;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Whether an edge has all of another on one side, as almost all have. */
function isBeside({ ax, ay, bx, by }: Edges, one: number, other: number): boolean {
  const aX = ax[one] as number;
  const aY = ay[one] as number;
  const bX = bx[one] as number;
  const bY = by[one] as number;
  const c = orient(aX, aY, bX, bY, ax[other] as number, ay[other] as number);
  if (c === 0) return false;
  const d = orient(aX, aY, bX, bY, bx[other] as number, by[other] as number);
  return c > 0 ? d > 0 : d < 0;
}

/** Where two edges cross between their ends. */
function crossingOf({ ax, ay, bx, by }: Edges, one: number, other: number): Place | undefined {
  const aX = ax[one] as number;
  const aY = ay[one] as number;
  const bX = bx[one] as number;
  const bY = by[one] as number;
  const c = orient(aX, aY, bX, bY, ax[other] as number, ay[other] as number);
  const d = orient(aX, aY, bX, bY, bx[other] as number, by[other] as number);
  if (c === 0 || d === 0 || c > 0 === d > 0) return undefined;
  const [cX, cY] = [ax[other] as number, ay[other] as number];
  const [dX, dY] = [bx[other] as number, by[other] as number];
  const a = orient(cX, cY, dX, dY, aX, aY);
  const b = orient(cX, cY, dX, dY, bX, bY);
  if (a === 0 || b === 0 || a > 0 === b > 0) return undefined;
  const share = a / (a - b);
  return { x: Math.round(aX + (bX - aX) * share), y: Math.round(aY + (bY - aY) * share) };
}

/** Where the border crosses itself at the end of an edge; each such place belongs to one pair of edges. */
function vertexCrossing(edges: Edges, one: number, other: number): Place | undefined {
  const { ax, ay, bx, by, next } = edges;
  for (const [edge, crossed] of [
    [one, other],
    [other, one],
  ] as const) {
    const [x, y] = [bx[edge] as number, by[edge] as number];
    if (x === bx[crossed] && y === by[crossed])
      return edge === one && doPathsCross(edges, one, other) ? { x, y } : undefined;
    if (x === ax[crossed] && y === ay[crossed]) continue;
    const [cX, cY, dX, dY] = [ax[crossed], ay[crossed], bx[crossed], by[crossed]] as [number, number, number, number];
    if (orient(cX, cY, dX, dY, x, y) !== 0 || !isBetween(cX, dX, x) || !isBetween(cY, dY, y)) continue;
    const after = next[edge] as number;
    const from = orient(cX, cY, dX, dY, ax[edge] as number, ay[edge] as number);
    const to = orient(cX, cY, dX, dY, bx[after] as number, by[after] as number);
    if (from !== 0 && to !== 0 && from > 0 !== to > 0) return { x, y };
  }
  return undefined;
}

function isBetween(a: number, b: number, value: number): boolean {
  return a < b ? value >= a && value <= b : value >= b && value <= a;
}

/** Whether the border crosses itself at the position where both edges end. */
function doPathsCross({ ax, ay, bx, by, next }: Edges, one: number, other: number): boolean {
  const [x, y] = [bx[one] as number, by[one] as number];
  const direction = (toX: number, toY: number): Direction => [toX - x, toY - y];
  const leave = (edge: number) => direction(bx[next[edge] as number] as number, by[next[edge] as number] as number);
  const [from, to] = [direction(ax[one] as number, ay[one] as number), leave(one)];
  const [otherFrom, otherTo] = [direction(ax[other] as number, ay[other] as number), leave(other)];
  const [begins, ends] = [sideOf(from, to, otherFrom), sideOf(from, to, otherTo)];
  return begins * ends < 0;
}

type Direction = readonly [x: number, y: number];

/** On which side of a path through a position a direction from there is: 1 or -1, or 0 along the path. */
function sideOf(from: Direction, to: Direction, direction: Direction): number {
  const turn = (a: Direction, b: Direction) => Math.sign(orient(0, 0, a[0], a[1], b[0], b[1]));
  const isAlong = (a: Direction) => turn(a, direction) === 0 && a[0] * direction[0] + a[1] * direction[1] > 0;
  if (isAlong(from) || isAlong(to)) return 0;
  const [beside, beyond] = [turn(from, direction), turn(direction, to)];
  const bend = turn(from, to);
  // counterclockwise from `from` to `to`: less than half a turn, half a turn, or more
  if (bend > 0) return beside > 0 && beyond > 0 ? 1 : -1;
  if (bend < 0) return beside < 0 && beyond < 0 ? -1 : 1;
  return beside;
}
