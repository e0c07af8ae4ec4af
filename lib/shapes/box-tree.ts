import type { Edges } from './edges.ts';

/** How many consecutive edges share a box of the tree. */
const blockSize = 8;

/** Takes the numbers of two edges, `one < other`; `true` ends the search. */
type Visit = (one: number, other: number) => boolean;

/**
 * Finds pairs of edges that may meet: a tree of boxes over blocks of consecutive edges, joined with itself. Takes some 100 ns
 * an edge for the borders of real areas.
 */
export class BoxTree {
  readonly #edges: Edges;
  /** Where each block begins and ends in the edges, in the order of the leaves. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** The number of the first leaf; the children of a node are 2 × its number, and that + 1. */
  readonly #leaves: number;
  /** Four values for each node. */
  readonly #boxes: Float64Array;
  #visit: Visit = () => true;
  #reach = 0;

  constructor(edges: Edges) {
    this.#edges = edges;
    this.#starts = blockStarts(edges);
    this.#ends = blockEnds(edges, this.#starts);
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, this.#starts.length)));
    this.#boxes = new Float64Array(this.#leaves * 8).fill(Infinity);
    for (let at = 2; at < this.#boxes.length; at += 4) this.#boxes.fill(-Infinity, at, at + 2);
    for (let block = 0; block < this.#starts.length; block++) this.#measure(block);
    for (let node = this.#leaves - 1; node > 0; node--) {
      this.#widen(node, 2 * node);
      this.#widen(node, 2 * node + 1);
    }
  }

  /**
   * Passes every pair of edges whose boxes touch, or would if they were `reach` wider on each side, to `visit`.
   *
   * @returns whether a visit ended the search
   */
  join(reach: number, visit: Visit): boolean {
    this.#reach = reach;
    this.#visit = visit;
    return this.#joinOne(1);
  }

  #measure(block: number): void {
    const { ax, ay, bx, by } = this.#edges;
    const at = (this.#leaves + block) * 4;
    const boxes = this.#boxes;
    for (let edge = this.#starts[block] as number; edge < (this.#ends[block] as number); edge++) {
      boxes[at] = Math.min(boxes[at] as number, ax[edge] as number, bx[edge] as number);
      boxes[at + 1] = Math.min(boxes[at + 1] as number, ay[edge] as number, by[edge] as number);
      boxes[at + 2] = Math.max(boxes[at + 2] as number, ax[edge] as number, bx[edge] as number);
      boxes[at + 3] = Math.max(boxes[at + 3] as number, ay[edge] as number, by[edge] as number);
    }
  }

  #widen(node: number, child: number): void {
    const boxes = this.#boxes;
    const [at, from] = [node * 4, child * 4];
    boxes[at] = Math.min(boxes[at] as number, boxes[from] as number);
    boxes[at + 1] = Math.min(boxes[at + 1] as number, boxes[from + 1] as number);
    boxes[at + 2] = Math.max(boxes[at + 2] as number, boxes[from + 2] as number);
    boxes[at + 3] = Math.max(boxes[at + 3] as number, boxes[from + 3] as number);
  }

  #joinOne(node: number): boolean {
    if (node < this.#leaves)
      return this.#joinOne(2 * node) || this.#joinOne(2 * node + 1) || this.#joinTwo(2 * node, 2 * node + 1);
    const block = node - this.#leaves;
    const end = this.#ends[block] ?? 0;
    for (let edge = this.#starts[block] ?? 0; edge < end; edge++) if (this.#joinEdge(edge, edge + 1, end)) return true;
    return false;
  }

  /** Visits the pairs of two nodes of equal depth. */
  #joinTwo(one: number, other: number): boolean {
    if (!this.#doTouch(one, other)) return false;
    if (one < this.#leaves) {
      const [left, otherLeft] = [2 * one, 2 * other];
      return (
        this.#joinTwo(left, otherLeft) ||
        this.#joinTwo(left, otherLeft + 1) ||
        this.#joinTwo(left + 1, otherLeft) ||
        this.#joinTwo(left + 1, otherLeft + 1)
      );
    }
    const [block, otherBlock] = [one - this.#leaves, other - this.#leaves];
    const [start, end] = [this.#starts[otherBlock] as number, this.#ends[otherBlock] as number];
    const last = this.#ends[block] as number;
    for (let edge = this.#starts[block] as number; edge < last; edge++)
      if (this.#joinEdge(edge, start, end)) return true;
    return false;
  }

  #doTouch(one: number, other: number): boolean {
    const boxes = this.#boxes;
    const reach = this.#reach;
    const [a, b] = [one * 4, other * 4];
    return (
      (boxes[a] as number) - reach <= (boxes[b + 2] as number) &&
      (boxes[b] as number) - reach <= (boxes[a + 2] as number) &&
      (boxes[a + 1] as number) - reach <= (boxes[b + 3] as number) &&
      (boxes[b + 1] as number) - reach <= (boxes[a + 3] as number)
    );
  }

  /** Visits the pairs of one edge and those from `start` to, not including, `end`. */
  #joinEdge(edge: number, start: number, end: number): boolean {
    const { ax, ay, bx, by } = this.#edges;
    const [fromX, fromY] = [ax[edge] as number, ay[edge] as number];
    const [toX, toY] = [bx[edge] as number, by[edge] as number];
    const minX = Math.min(fromX, toX) - this.#reach;
    const maxX = Math.max(fromX, toX) + this.#reach;
    const minY = Math.min(fromY, toY) - this.#reach;
    const maxY = Math.max(fromY, toY) + this.#reach;
    for (let other = start; other < end; other++) {
      const x = ax[other] as number;
      const otherX = bx[other] as number;
      if ((x < minX && otherX < minX) || (x > maxX && otherX > maxX)) continue;
      const y = ay[other] as number;
      const otherY = by[other] as number;
      if ((y < minY && otherY < minY) || (y > maxY && otherY > maxY)) continue;
      if (edge < other ? this.#visit(edge, other) : this.#visit(other, edge)) return true;
    }
    return false;
  }
}

/** Where blocks of consecutive edges of one ring begin. Those of many rings are ordered by place, as rings may be in any order. */
function blockStarts({ count, ax, ay, ringStarts }: Edges): Int32Array {
  const starts: number[] = [];
  for (let ring = 1; ring < ringStarts.length; ring++) {
    const end = ringStarts[ring] as number;
    for (let start = ringStarts[ring - 1] as number; start < end; start += blockSize) starts.push(start);
  }
  if (ringStarts.length <= 8) return Int32Array.from(starts);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let edge = 0; edge < count; edge++) {
    minX = Math.min(minX, ax[edge] as number);
    minY = Math.min(minY, ay[edge] as number);
    maxX = Math.max(maxX, ax[edge] as number);
    maxY = Math.max(maxY, ay[edge] as number);
  }
  const size = Math.max(1, maxX - minX, maxY - minY) / 0xffff;
  const share = (value: number, least: number) => Math.floor((value - least) / size);
  const places = new Float64Array(count);
  for (const at of starts)
    places[at] = spread(share(ax[at] as number, minX)) * 2 + spread(share(ay[at] as number, minY));
  return Int32Array.from(starts).sort((a, b) => (places[a] as number) - (places[b] as number));
}

function blockEnds({ count, ringStarts }: Edges, starts: Int32Array): Int32Array {
  const isRingStart = new Uint8Array(count + 1);
  for (const start of ringStarts) isRingStart[start] = 1;
  return starts.map((start) => {
    let end = start + 1;
    while (end < start + blockSize && isRingStart[end] === 0) end++;
    return end;
  });
}

/** The 16 bits of a number, each followed by a 0: two of these, one twice the other, have near numbers for near places. */
function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
