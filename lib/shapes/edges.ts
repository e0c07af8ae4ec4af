/** The edges of rings, in the order of the rings; edges without length are left out. Coordinates are 32-bit integers. */
export interface Edges {
  readonly count: number;
  readonly ax: Int32Array;
  readonly ay: Int32Array;
  readonly bx: Int32Array;
  readonly by: Int32Array;
  /** The number of the edge that follows in the ring. */
  readonly next: Int32Array;
  /** Where the edges of each ring begin, and at last where those of the last ring end. */
  readonly ringStarts: readonly number[];
}

/** @param rings each x0, y0, x1, y1, …; whether the last position repeats the first makes no difference */
export function edgesOf(rings: readonly Int32Array[]): Edges {
  const most = rings.reduce((sum, { length }) => sum + length / 2, 0);
  const edges = new EdgeList(most);
  for (const ring of rings) {
    let x = ring[ring.length - 2] as number;
    let y = ring[ring.length - 1] as number;
    for (let at = 0; at < ring.length; at += 2) {
      const nextX = ring[at] as number;
      const nextY = ring[at + 1] as number;
      edges.add(x, y, nextX, nextY);
      x = nextX;
      y = nextY;
    }
    edges.endRing();
  }
  return edges;
}

/** Edges that are being listed. */
export class EdgeList implements Edges {
  count = 0;
  readonly ax: Int32Array;
  readonly ay: Int32Array;
  readonly bx: Int32Array;
  readonly by: Int32Array;
  readonly next: Int32Array;
  readonly ringStarts = [0];

  /** @param capacity the most edges it will have */
  constructor(capacity: number) {
    this.ax = new Int32Array(capacity);
    this.ay = new Int32Array(capacity);
    this.bx = new Int32Array(capacity);
    this.by = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
  }

  add(ax: number, ay: number, bx: number, by: number): void {
    if (ax !== bx || ay !== by) this.#push(ax, ay, bx, by);
  }

  addPoint(x: number, y: number): void {
    this.#push(x, y, x, y);
  }

  endRing(): void {
    const start = this.ringStarts.at(-1) ?? 0;
    if (this.count > start) this.next[this.count - 1] = start;
    this.ringStarts.push(this.count);
  }

  #push(ax: number, ay: number, bx: number, by: number): void {
    const at = this.count++;
    this.ax[at] = ax;
    this.ay[at] = ay;
    this.bx[at] = bx;
    this.by[at] = by;
    this.next[at] = this.count;
  }
}
