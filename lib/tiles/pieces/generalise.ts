import type { Ring } from './ring.ts';

/** The most vertices that one new edge may replace: limits the time for a million vertices in one line. */
const mostSkipped = 64;

/**
 * The ring with fewer vertices; no removed vertex lies further than `tolerance` from the new ring. Vertices are removed in
 * the order of the area of their triangle (Visvalingam). Ties are broken by position on the map, not in the ring, so that
 * adjacent areas keep a common border.
 */
export function generalise(ring: Ring, tolerance: number): Ring {
  if (ring.length <= 8) return ring;
  const chain = new Chain(ring, tolerance);
  chain.thin();
  return chain.rest();
}

class Chain {
  readonly #ring: Ring;
  readonly #count: number;
  readonly #tolerance: number;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  /** How many vertices were removed between a vertex and the one after it. */
  readonly #skipped: Uint16Array;
  readonly #area: Float64Array;
  /** A binary heap of the vertices that may be removed, and the place of each vertex in it; −1 for others. */
  readonly #heap: Int32Array;
  readonly #placeInHeap: Int32Array;
  #heapSize = 0;
  #left: number;
  /** A vertex that is left. */
  #first = 0;

  constructor(ring: Ring, tolerance: number) {
    const count = ring.length / 2;
    this.#ring = ring;
    this.#count = count;
    this.#tolerance = tolerance;
    this.#before = new Int32Array(count);
    this.#after = new Int32Array(count);
    this.#skipped = new Uint16Array(count);
    this.#area = new Float64Array(count);
    this.#heap = new Int32Array(count);
    this.#placeInHeap = new Int32Array(count).fill(-1);
    this.#left = count;
    for (let vertex = 0; vertex < count; vertex++) {
      this.#before[vertex] = vertex === 0 ? count - 1 : vertex - 1;
      this.#after[vertex] = vertex === count - 1 ? 0 : vertex + 1;
    }
    for (let vertex = 0; vertex < count; vertex++) this.#weigh(vertex);
  }

  /** Removes every vertex that may be removed, down to a quadrangle. */
  thin(): void {
    while (this.#heapSize > 0 && this.#left > 4) {
      const vertex = this.#heap[0] as number;
      this.#removeFromHeap(vertex);
      const before = this.#before[vertex] as number;
      const after = this.#after[vertex] as number;
      if (!this.#mayJoin(before, vertex, after)) continue;
      this.#skipped[before] = (this.#skipped[before] as number) + (this.#skipped[vertex] as number) + 1;
      this.#after[before] = after;
      this.#before[after] = before;
      this.#left--;
      if (vertex === this.#first) this.#first = after;
      this.#weigh(before);
      this.#weigh(after);
    }
  }

  rest(): Ring {
    const rest = new Int32Array(this.#left * 2);
    let vertex = this.#first;
    for (let at = 0; at < rest.length; at += 2) {
      rest[at] = this.#x(vertex);
      rest[at + 1] = this.#y(vertex);
      vertex = this.#after[vertex] as number;
    }
    return rest;
  }

  #x(vertex: number): number {
    return this.#ring[vertex * 2] as number;
  }

  #y(vertex: number): number {
    return this.#ring[vertex * 2 + 1] as number;
  }

  /** Whether all vertices between lie within the tolerance of an edge before→after. */
  #mayJoin(before: number, vertex: number, after: number): boolean {
    const skipped = (this.#skipped[before] as number) + (this.#skipped[vertex] as number) + 1;
    if (skipped > mostSkipped) return false;
    for (let at = 0, between = before; at < skipped; at++) {
      between = between + 1 === this.#count ? 0 : between + 1;
      if (!this.#isNear(between, before, after)) return false;
    }
    return true;
  }

  /** Whether a vertex lies within the tolerance of the edge a→b. */
  #isNear(vertex: number, a: number, b: number): boolean {
    const edgeX = this.#x(b) - this.#x(a);
    const edgeY = this.#y(b) - this.#y(a);
    let x = this.#x(vertex) - this.#x(a);
    let y = this.#y(vertex) - this.#y(a);
    const length = edgeX * edgeX + edgeY * edgeY;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * edgeX + y * edgeY) / length));
    x -= along * edgeX;
    y -= along * edgeY;
    return x * x + y * y <= this.#tolerance * this.#tolerance;
  }

  /** Computes whether and how soon a vertex may be removed. */
  #weigh(vertex: number): void {
    const before = this.#before[vertex] as number;
    const after = this.#after[vertex] as number;
    if (!this.#isNear(vertex, before, after)) {
      if (this.#placeInHeap[vertex] !== -1) this.#removeFromHeap(vertex);
      return;
    }
    const fromX = this.#x(before) - this.#x(vertex);
    const fromY = this.#y(before) - this.#y(vertex);
    const toX = this.#x(after) - this.#x(vertex);
    const toY = this.#y(after) - this.#y(vertex);
    this.#area[vertex] = Math.abs(fromX * toY - toX * fromY);
    let place = this.#placeInHeap[vertex] as number;
    if (place === -1) place = this.#heapSize++;
    this.#settle(vertex, place);
  }

  #removeFromHeap(vertex: number): void {
    const place = this.#placeInHeap[vertex] as number;
    this.#placeInHeap[vertex] = -1;
    const last = this.#heap[--this.#heapSize] as number;
    if (last !== vertex) this.#settle(last, place);
  }

  /** Moves a vertex to its position in the heap, starting at `place`. */
  #settle(vertex: number, place: number): void {
    let at = place;
    for (let parent = (at - 1) >> 1; at > 0 && this.#goesBefore(vertex, this.#heap[parent] as number); ) {
      this.#put(this.#heap[parent] as number, at);
      at = parent;
      parent = (at - 1) >> 1;
    }
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#heapSize) break;
      const right = child + 1;
      if (right < this.#heapSize && this.#goesBefore(this.#heap[right] as number, this.#heap[child] as number)) {
        child = right;
      }
      if (!this.#goesBefore(this.#heap[child] as number, vertex)) break;
      this.#put(this.#heap[child] as number, at);
      at = child;
    }
    this.#put(vertex, at);
  }

  #put(vertex: number, place: number): void {
    this.#heap[place] = vertex;
    this.#placeInHeap[vertex] = place;
  }

  #goesBefore(a: number, b: number): boolean {
    const difference = (this.#area[a] as number) - (this.#area[b] as number);
    if (difference !== 0) return difference < 0;
    const west = this.#x(a) - this.#x(b);
    return west === 0 ? this.#y(a) < this.#y(b) : west < 0;
  }
}
