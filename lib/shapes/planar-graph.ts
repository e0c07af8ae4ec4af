import { orient } from '#lib/broadband/coverage/orient.ts';
import type { Edges } from './edges.ts';

/** Edges that have only ends in common, each once, and how they meet. */
export interface PlanarGraph {
  /** The positions of the nodes. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The nodes where each edge begins and ends, the lower number first. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** By how much the count of rings around a place is higher left of each edge than right of it. */
  readonly step: readonly number[];
  /** The edges at each node, in their order counterclockwise where the y axis points up. */
  readonly edgesAt: readonly number[][];
}

/**
 * `odd`: places with an odd number of rings around them; `positive`: with more rings around in one direction than in the
 * other; `shared`: with at least two more, which is what two areas have in common.
 */
export type Inside = 'odd' | 'positive' | 'shared';

/**
 * Edges with the same number of rings on both sides are left out.
 *
 * @param edges that meet only at their ends, or are the same
 */
export function planarGraph(edges: Edges, inside: Inside): PlanarGraph {
  const { count, ax, ay, bx, by } = edges;
  const nodes = new Nodes(edges);
  const steps = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    const begin = nodes.numberOf(ax[at] as number, ay[at] as number);
    const end = nodes.numberOf(bx[at] as number, by[at] as number);
    const key = Math.min(begin, end) * mostNodes + Math.max(begin, end);
    const before = steps.get(key) ?? 0;
    if (inside === 'odd') steps.set(key, 1 - before);
    else steps.set(key, before + (begin < end ? 1 : -1));
  }
  const from: number[] = [];
  const to: number[] = [];
  const step: number[] = [];
  for (const [key, size] of steps) {
    if (size === 0) continue;
    from.push(Math.floor(key / mostNodes));
    to.push(key % mostNodes);
    step.push(size);
  }
  const { x, y } = nodes;
  return { x, y, from, to, step, edgesAt: edgesAtNodes({ x, y, from, to }) };
}

/** The other end of an edge. */
export function otherEnd({ from, to }: Pick<PlanarGraph, 'from' | 'to'>, edge: number, node: number): number {
  return from[edge] === node ? (to[edge] as number) : (from[edge] as number);
}

/** More than there can be, and little enough for two numbers of nodes in one number. */
const mostNodes = 2 ** 26;

/** Numbers positions. */
class Nodes {
  readonly x: number[] = [];
  readonly y: number[] = [];
  readonly #columns = new Map<number, Map<number, number>>();
  readonly #numbers = new Map<number, number>();
  readonly #minX: number;
  readonly #minY: number;
  readonly #height: number;

  constructor({ count, ax, ay }: Edges) {
    let [minX, minY, maxX, maxY] = [0, 0, 0, 0];
    for (let at = 0; at < count; at++) {
      const [x, y] = [ax[at] as number, ay[at] as number];
      if (at === 0 || x < minX) minX = x;
      if (at === 0 || y < minY) minY = y;
      if (at === 0 || x > maxX) maxX = x;
      if (at === 0 || y > maxY) maxY = y;
    }
    this.#minX = minX;
    this.#minY = minY;
    this.#height = (maxX - minX + 1) * (maxY - minY + 1) < 2 ** 53 ? maxY - minY + 1 : 0;
  }

  numberOf(x: number, y: number): number {
    // one number for both coordinates, unless that would be inexact
    const numbers = this.#height > 0 ? this.#numbers : this.#columnOf(x);
    const key = this.#height > 0 ? (x - this.#minX) * this.#height + (y - this.#minY) : y;
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.x.length;
      this.x.push(x);
      this.y.push(y);
      numbers.set(key, number);
    }
    return number;
  }

  #columnOf(x: number): Map<number, number> {
    let column = this.#columns.get(x);
    if (column === undefined) {
      column = new Map();
      this.#columns.set(x, column);
    }
    return column;
  }
}

function edgesAtNodes(graph: Directions): number[][] {
  const { x, from, to } = graph;
  const edgesAt: number[][] = x.map(() => []);
  for (let edge = 0; edge < from.length; edge++) {
    edgesAt[from[edge] as number]?.push(edge);
    edgesAt[to[edge] as number]?.push(edge);
  }
  // the order of two around a node says nothing
  for (const [node, edges] of edgesAt.entries()) if (edges.length > 2) sortAround(graph, node, edges);
  return edgesAt;
}

type Directions = Pick<PlanarGraph, 'x' | 'y' | 'from' | 'to'>;

/** Sorts the edges at a node counterclockwise from due west, where the y axis points up. */
export function sortAround(graph: Directions, node: number, edges: number[]): void {
  const { x, y } = graph;
  const [nodeX, nodeY] = [x[node] as number, y[node] as number];
  edges.sort((one, other) => {
    const [a, b] = [otherEnd(graph, one, node), otherEnd(graph, other, node)];
    const [aX, aY, bX, bY] = [x[a] as number, y[a] as number, x[b] as number, y[b] as number];
    const half = halfOf(aX - nodeX, aY - nodeY) - halfOf(bX - nodeX, bY - nodeY);
    return half === 0 ? -orient(nodeX, nodeY, aX, aY, bX, bY) : half;
  });
}

/** Which half of the directions it is in, counterclockwise from due west, which is the last of all: 0 or 1. */
function halfOf(x: number, y: number): number {
  return y < 0 || (y === 0 && x > 0) ? 0 : 1;
}
