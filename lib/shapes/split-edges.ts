import { orient } from '#lib/broadband/coverage/orient.ts';
import { BoxTree } from './box-tree.ts';
import { EdgeList, type Edges } from './edges.ts';

/** Rings with more crossings than this, which nothing real has, are not taken apart. */
const mostCrossings = 200_000;

/** Below it, the products of three differences are exact in float64. */
const largestExact = 2 ** 16;

/**
 * Splits edges wherever they meet, so that they have only ends in common (snap rounding, after J. D. Hobby: Practical segment
 * intersection with finite precision output, 1999). Crossings are rounded to whole coordinates, and each edge is led through
 * every crossing and every end whose unit square it passes: nothing moves by more than 1.
 *
 * @param tree of these edges
 * @returns undefined if there are too many crossings
 */
export function splitEdges(edges: Edges, tree: BoxTree): Edges | undefined {
  const crossings = findCrossings(edges, tree);
  if (crossings === undefined) return undefined;
  const withCrossings = crossings.length === 0 ? edges : withPoints(edges, crossings);
  const splits = findSplits(withCrossings, crossings.length === 0 ? tree : new BoxTree(withCrossings));
  return splits.size === 0 ? edges : applySplits(withCrossings, splits);
}

/** Where edges cross: x0, y0, x1, y1, … */
function findCrossings(edges: Edges, tree: BoxTree): number[] | undefined {
  const points: number[] = [];
  const isTooMany = tree.join(0, (one, other) => {
    addCrossing(edges, one, other, points);
    return points.length > 2 * mostCrossings;
  });
  return isTooMany ? undefined : points;
}

function addCrossing({ ax, ay, bx, by }: Edges, one: number, other: number, points: number[]): void {
  const aX = ax[one] as number;
  const aY = ay[one] as number;
  const bX = bx[one] as number;
  const bY = by[one] as number;
  const cX = ax[other] as number;
  const cY = ay[other] as number;
  const dX = bx[other] as number;
  const dY = by[other] as number;
  const c = orient(aX, aY, bX, bY, cX, cY);
  const d = orient(aX, aY, bX, bY, dX, dY);
  if (c === 0 || d === 0 || c > 0 === d > 0) return;
  const a = orient(cX, cY, dX, dY, aX, aY);
  const b = orient(cX, cY, dX, dY, bX, bY);
  if (a === 0 || b === 0 || a > 0 === b > 0) return;
  points.push(...crossing(aX, aY, bX, bY, cX, cY, dX, dY));
}

/** The edges, and points as edges without length. */
function withPoints({ count, ax, ay, bx, by, ringStarts }: Edges, points: readonly number[]): Edges {
  const list = new EdgeList(count + points.length / 2);
  for (let ring = 1; ring < ringStarts.length; ring++) {
    const end = ringStarts[ring] as number;
    for (let edge = ringStarts[ring - 1] as number; edge < end; edge++)
      list.add(ax[edge] as number, ay[edge] as number, bx[edge] as number, by[edge] as number);
    list.endRing();
  }
  for (let at = 0; at < points.length; at += 2) {
    list.addPoint(points[at] as number, points[at + 1] as number);
    list.endRing();
  }
  return list;
}

/** The points through which each edge is led: x0, y0, x1, y1, … */
type Splits = Map<number, number[]>;

function findSplits(edges: Edges, tree: BoxTree): Splits {
  const splits: Splits = new Map();
  tree.join(1, (one, other) => {
    leadThroughEnds(edges, one, other, splits);
    leadThroughEnds(edges, other, one, splits);
    return false;
  });
  return splits;
}

function leadThroughEnds(edges: Edges, edge: number, near: number, splits: Splits): void {
  leadThrough(edges, edge, edges.ax[near] as number, edges.ay[near] as number, splits);
  leadThrough(edges, edge, edges.bx[near] as number, edges.by[near] as number, splits);
}

/** Leads an edge through a point if it passes the unit square around it. */
function leadThrough({ ax, ay, bx, by }: Edges, edge: number, x: number, y: number, splits: Splits): void {
  const aX = ax[edge] as number;
  const aY = ay[edge] as number;
  const edgeX = (bx[edge] as number) - aX;
  const edgeY = (by[edge] as number) - aY;
  const along = (x - aX) * edgeX + (y - aY) * edgeY;
  if (along <= 0 || along >= edgeX * edgeX + edgeY * edgeY) return;
  const turn = orient(aX, aY, aX + edgeX, aY + edgeY, x, y);
  // as far from the line as the corners of a unit square are; of these only the one at the lower left is part of the square
  const reach = (Math.abs(edgeX) + Math.abs(edgeY)) / 2;
  if (turn > reach || turn < -reach) return;
  if (turn === reach && !(edgeX > 0 && edgeY < 0)) return;
  if (turn === -reach && !(edgeX < 0 && edgeY > 0)) return;
  const points = splits.get(edge);
  if (points === undefined) splits.set(edge, [x, y]);
  else points.push(x, y);
}

/** Where two edges cross, in whole numbers; a half is rounded up. */
function crossing(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): [x: number, y: number] {
  const [edgeX, edgeY, otherX, otherY, apartX, apartY] = [bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay];
  const largest = Math.max(...[edgeX, edgeY, otherX, otherY, apartX, apartY].map(Math.abs));
  if (largest < largestExact) {
    const along = apartX * otherY - apartY * otherX;
    const whole = edgeX * otherY - edgeY * otherX;
    const sign = whole < 0 ? -2 : 2;
    const share = (edge: number) => Math.floor((sign * edge * along + Math.abs(whole)) / (2 * Math.abs(whole)));
    return [ax + share(edgeX), ay + share(edgeY)];
  }
  const along = BigInt(apartX) * BigInt(otherY) - BigInt(apartY) * BigInt(otherX);
  const whole = BigInt(edgeX) * BigInt(otherY) - BigInt(edgeY) * BigInt(otherX);
  const [sign, size] = whole < 0n ? [-2n, -whole] : [2n, whole];
  const share = (edge: number) => Number(floorOf(sign * BigInt(edge) * along + size, 2n * size));
  return [ax + share(edgeX), ay + share(edgeY)];
}

function floorOf(above: bigint, below: bigint): bigint {
  const share = above / below;
  return above < 0n && share * below !== above ? share - 1n : share;
}

function applySplits(edges: Edges, splits: Splits): Edges {
  const { count, ax, ay, bx, by, ringStarts } = edges;
  let more = 0;
  for (const points of splits.values()) more += points.length / 2;
  const list = new EdgeList(count + more);
  for (let ring = 1; ring < ringStarts.length; ring++) {
    for (let edge = ringStarts[ring - 1] as number; edge < (ringStarts[ring] as number); edge++) {
      let x = ax[edge] as number;
      let y = ay[edge] as number;
      for (const [nextX, nextY] of inOrder(splits.get(edge) ?? [], x, y, bx[edge] as number, by[edge] as number)) {
        list.add(x, y, nextX, nextY);
        x = nextX;
        y = nextY;
      }
      list.add(x, y, bx[edge] as number, by[edge] as number);
    }
    list.endRing();
  }
  return list;
}

/** Points on the edge a→b in the order in which it passes them. */
function inOrder(points: readonly number[], ax: number, ay: number, bx: number, by: number): [number, number][] {
  const ordered: { x: number; y: number; along: number }[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    ordered.push({ x, y, along: (x - ax) * (bx - ax) + (y - ay) * (by - ay) });
  }
  ordered.sort((one, other) => one.along - other.along || one.x - other.x || one.y - other.y);
  return ordered.map(({ x, y }) => [x, y]);
}
