import { orient } from '#lib/broadband/coverage/orient.ts';
import { otherEnd, type PlanarGraph, sortAround } from './planar-graph.ts';

/**
 * The count of rings left of each edge: an odd number or an even one, or how many more go around it counterclockwise than
 * clockwise. From a known place it is followed around each node, and along each edge to the next.
 */
export function leftCounts(graph: PlanarGraph): Int32Array {
  const { x, y, step, edgesAt } = graph;
  const left = new Int32Array(step.length);
  const bands = new Bands(graph);
  const isFound = new Uint8Array(edgesAt.length);
  const isPassed = new Uint8Array(edgesAt.length);
  for (let any = 0; any < edgesAt.length; any++) {
    if (isFound[any] === 1 || edgesAt[any]?.length === 0) continue;
    // nothing that hangs together with this node is further west
    const first = westernmost(graph, any, isFound);
    const edges = edgesAt[first] as number[];
    sortAround(graph, first, edges);
    goAround(graph, left, first, 0, bands.countWestOf(x[first] as number, y[first] as number));
    eachConnected(graph, first, isPassed, (node, edge) => {
      const place = (edgesAt[node] as number[]).indexOf(edge);
      goAround(graph, left, node, place, countBefore(graph, left, edge, node));
    });
  }
  return left;
}

/** Passes every node that hangs together with `first` and was not passed yet, with the edge that leads to it. */
function eachConnected(
  graph: PlanarGraph,
  first: number,
  isPassed: Uint8Array,
  take: (node: number, edge: number) => void,
): void {
  isPassed[first] = 1;
  const waiting = [first];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const edge of graph.edgesAt[node] as number[]) {
      const next = otherEnd(graph, edge, node);
      if (isPassed[next] === 1) continue;
      isPassed[next] = 1;
      waiting.push(next);
      take(next, edge);
    }
  }
}

function westernmost(graph: PlanarGraph, any: number, isFound: Uint8Array): number {
  const { x, y } = graph;
  let first = any;
  eachConnected(graph, any, isFound, (node) => {
    const further = (x[node] as number) - (x[first] as number);
    if (further < 0 || (further === 0 && (y[node] as number) < (y[first] as number))) first = node;
  });
  return first;
}

/** The count clockwise of an edge at a node: right of the edge, seen from there. */
function countBefore({ from, step }: PlanarGraph, left: Int32Array, edge: number, node: number): number {
  const count = left[edge] as number;
  return from[edge] === node ? count - (step[edge] as number) : count;
}

/** Follows the count counterclockwise around a node. @param count clockwise of the edge at `place` */
function goAround(graph: PlanarGraph, left: Int32Array, node: number, place: number, count: number): void {
  const { from, step } = graph;
  const edges = graph.edgesAt[node] as number[];
  let current = count;
  for (let at = 0; at < edges.length; at++) {
    const edge = edges[(place + at) % edges.length] as number;
    const isOutward = from[edge] === node;
    const next = current + (isOutward ? (step[edge] as number) : -(step[edge] as number));
    left[edge] = isOutward ? next : current;
    current = next;
  }
}

/** The edges by bands of their height, so that the time for a place does not grow with all of them. */
class Bands {
  readonly #graph: PlanarGraph;
  readonly #minY: number;
  readonly #height: number;
  readonly #bands: number[][];

  constructor(graph: PlanarGraph) {
    this.#graph = graph;
    const { y, from, to } = graph;
    let [minY, maxY, climbed] = [Infinity, -Infinity, 0];
    for (let edge = 0; edge < from.length; edge++) {
      const [a, b] = [y[from[edge] as number] as number, y[to[edge] as number] as number];
      minY = Math.min(minY, a, b);
      maxY = Math.max(maxY, a, b);
      climbed += Math.abs(a - b);
    }
    this.#minY = minY;
    // low enough for few edges in a band, and high enough for tall edges to be in few bands
    this.#height = Math.max(1, (maxY - minY) / Math.min(4096, from.length), climbed / (4 * from.length));
    this.#bands = Array.from({ length: from.length === 0 ? 0 : this.#bandOf(maxY) + 1 }, () => []);
    for (let edge = 0; edge < from.length; edge++) {
      const [a, b] = [y[from[edge] as number] as number, y[to[edge] as number] as number];
      const last = this.#bandOf(Math.max(a, b));
      for (let band = this.#bandOf(Math.min(a, b)); band <= last; band++) this.#bands[band]?.push(edge);
    }
  }

  /** The count just west of a place, and just above it. */
  countWestOf(placeX: number, placeY: number): number {
    const { x, y, from, to, step } = this.#graph;
    let count = 0;
    for (const edge of this.#bands[this.#bandOf(placeY)] ?? []) {
      const [a, b] = [from[edge] as number, to[edge] as number];
      const [ay, by] = [y[a] as number, y[b] as number];
      if (ay <= placeY === by <= placeY) continue;
      const turn = orient(x[a] as number, ay, x[b] as number, by, placeX, placeY);
      // an edge going up has the place on its right, one going down on its left
      if (by > ay ? turn < 0 : turn > 0) count += by > ay ? -(step[edge] as number) : (step[edge] as number);
    }
    return count;
  }

  #bandOf(y: number): number {
    return Math.floor((y - this.#minY) / this.#height);
  }
}
