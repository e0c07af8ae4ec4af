import { orient } from '#lib/broadband/coverage/orient.ts';
import { BoxTree } from './box-tree.ts';
import { type Edges, edgesOf } from './edges.ts';
import { type Inside, otherEnd, type PlanarGraph, planarGraph } from './planar-graph.ts';
import { leftCounts } from './side-counts.ts';
import { splitEdges } from './split-edges.ts';

/**
 * The same area as rings that neither cross nor overlap, and do not pass a place twice: a ring with a positive area encloses
 * covered ground, one with a negative area a hole. Where edges cross, nothing moves by more than a unit. Rings may touch at
 * single positions, and are open: the first position is not repeated.
 *
 * @param rings x0, y0, x1, y1, … in whole 32-bit coordinates
 * @param inside what is covered: for one part every place with an odd number of rings around it (N8)
 * @param isNested whether rings that do not meet may be inside each other and count twice
 * @returns undefined if the rings are separate and stay as they are, or cross so often that they cannot be taken apart
 */
export function simpleRings(
  rings: readonly Int32Array[],
  inside: Inside,
  isNested = false,
): Int32Array<ArrayBuffer>[] | undefined {
  const edges = edgesOf(rings);
  const tree = new BoxTree(edges);
  if (!isNested && !haveContact(edges, tree)) return undefined;
  const split = splitEdges(edges, tree);
  return split && traceBorders(planarGraph(split, inside), inside);
}

/** The borders between what is covered and what is not, with covered ground on their left. */
function traceBorders(graph: PlanarGraph, inside: Inside): Int32Array<ArrayBuffer>[] {
  const { from, to, step } = graph;
  const left = leftCounts(graph);
  const least = inside === 'shared' ? 2 : 1;
  const isIn = (count: number) => (inside === 'odd' ? (count & 1) === 1 : count >= least);
  // where a border begins along each edge; -1 for edges within what is covered or not covered
  const begins = new Int32Array(step.length).fill(-1);
  for (let edge = 0; edge < step.length; edge++) {
    const isLeftIn = isIn(left[edge] as number);
    if (isLeftIn === isIn((left[edge] as number) - (step[edge] as number))) continue;
    begins[edge] = (isLeftIn ? from[edge] : to[edge]) as number;
  }
  const places = new Int32Array(graph.x.length).fill(-1);
  const rings: Int32Array<ArrayBuffer>[] = [];
  for (let edge = 0; edge < begins.length; edge++) {
    const begin = begins[edge] as number;
    if (begin !== -1) follow(graph, begins, edge, begin, places, rings);
  }
  return rings;
}

/**
 * Follows a border from an edge back to its beginning, always around the same covered ground. A loop that closes on the way
 * is a ring of its own. Takes its edges away.
 *
 * @param places -1 for each node, as afterwards
 */
function follow(
  graph: PlanarGraph,
  begins: Int32Array,
  first: number,
  begin: number,
  places: Int32Array,
  rings: Int32Array<ArrayBuffer>[],
): void {
  const path: number[] = [begin];
  places[begin] = 0;
  for (let edge: number | undefined = first; edge !== undefined; ) {
    const node: number = otherEnd(graph, edge, path.at(-1) as number);
    begins[edge] = -1;
    edge = nextBorder(graph, begins, edge, node);
    const place = places[node] as number;
    if (place === -1) {
      places[node] = path.length;
      path.push(node);
      continue;
    }
    const loop = path.splice(place + 1);
    for (const passed of loop) places[passed] = -1;
    pushRing(graph, [node, ...loop], rings);
  }
  places[begin] = -1;
}

/** The border that goes on from a node: the next one clockwise, so that the covered ground between the two is the same. */
function nextBorder({ edgesAt }: PlanarGraph, begins: Int32Array, edge: number, node: number): number | undefined {
  const edges = edgesAt[node] as number[];
  const place = edges.indexOf(edge);
  for (let step = 1; step < edges.length; step++) {
    const next = edges[(place - step + edges.length) % edges.length] as number;
    if (begins[next] === node) return next;
  }
  return undefined;
}

/** Adds the ring without positions in the middle of a straight line. */
function pushRing({ x, y }: PlanarGraph, nodes: readonly number[], rings: Int32Array<ArrayBuffer>[]): void {
  const ring = new Int32Array(nodes.length * 2);
  let length = 0;
  nodes.forEach((node, at) => {
    const before = nodes.at(at - 1) as number;
    const after = (nodes[at + 1] ?? nodes[0]) as number;
    const [fromX, fromY] = [(x[node] as number) - (x[before] as number), (y[node] as number) - (y[before] as number)];
    const [toX, toY] = [(x[after] as number) - (x[node] as number), (y[after] as number) - (y[node] as number)];
    if (fromX * toY === toX * fromY) return;
    ring[length++] = x[node] as number;
    ring[length++] = y[node] as number;
  });
  if (length >= 6) rings.push(ring.slice(0, length));
}

/** Whether no two edges of the rings meet anywhere but at the common end of neighbours in a ring. */
export function areSeparate(rings: readonly Int32Array[]): boolean {
  const edges = edgesOf(rings);
  return !haveContact(edges, new BoxTree(edges));
}

/** Whether two edges meet anywhere but at the common end of neighbours in a ring. @param tree of these edges */
function haveContact(edges: Edges, tree: BoxTree): boolean {
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
