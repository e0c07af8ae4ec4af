import { orient } from '#lib/broadband/coverage/orient.ts';
import { BoxTree } from './box-tree.ts';
import { type Edges, edgesOf } from './edges.ts';

/** Whether no two edges of the rings meet anywhere but at the common end of neighbours in a ring. */
export function areSeparate(rings: readonly Int32Array[]): boolean {
  const edges = edgesOf(rings);
  return !haveContact(edges, new BoxTree(edges));
}

/** Whether two edges meet anywhere but at the common end of neighbours in a ring. @param tree of these edges */
export function haveContact(edges: Edges, tree: BoxTree): boolean {
  return tree.join(0, (one, other) => doMeet(edges, one, other));
}

function doMeet(edges: Edges, one: number, other: number): boolean {
  const isFollowed = edges.next[one] === other;
  if (edges.next[other] === one) return isFollowed || doFold(edges, other, one);
  return isFollowed ? doFold(edges, one, other) : doTouch(edges, one, other);
}

/** Whether an edge goes back along the one before it. */
function doFold({ ax, ay, bx, by }: Edges, edge: number, next: number): boolean {
  const [aX, aY] = [ax[edge] as number, ay[edge] as number];
  const [bX, bY] = [bx[edge] as number, by[edge] as number];
  const [cX, cY] = [bx[next] as number, by[next] as number];
  return orient(aX, aY, bX, bY, cX, cY) === 0 && (aX - bX) * (cX - bX) + (aY - bY) * (cY - bY) > 0;
}

/** Whether two edges whose boxes touch have a point in common. */
function doTouch({ ax, ay, bx, by }: Edges, one: number, other: number): boolean {
  const [aX, aY] = [ax[one] as number, ay[one] as number];
  const [bX, bY] = [bx[one] as number, by[one] as number];
  const [cX, cY] = [ax[other] as number, ay[other] as number];
  const [dX, dY] = [bx[other] as number, by[other] as number];
  const c = orient(aX, aY, bX, bY, cX, cY);
  const d = orient(aX, aY, bX, bY, dX, dY);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const a = orient(cX, cY, dX, dY, aX, aY);
  const b = orient(cX, cY, dX, dY, bX, bY);
  // edges on one line overlap, as their boxes touch
  return !((a > 0 && b > 0) || (a < 0 && b < 0));
}
