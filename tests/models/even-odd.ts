import type { CoveragePart } from '#lib/broadband/coverage/edge-collection.ts';

/**
 * The rule of N8 as plainly as possible, in whole numbers of any size and without cells: the reference for tests of the
 * lookup. Inside a part is even-odd over its rings, edges and vertices included; inside an offer is inside any of its
 * parts.
 */
export class EvenOdd {
  readonly #parts: readonly { readonly offer: number; readonly rings: readonly RingWithRange[] }[];

  constructor(parts: Iterable<CoveragePart>) {
    this.#parts = Array.from(parts, ({ offer, rings }) => ({ offer, rings: rings.map(withRange) }));
  }

  /** Offer ids at a point, ascending, each once. */
  offersAt(x: number, y: number): number[] {
    const offers = new Set<number>();
    for (const { offer, rings } of this.#parts) {
      if (!offers.has(offer) && isInside(rings, x, y)) offers.add(offer);
    }
    return [...offers].sort((a, b) => a - b);
  }

  /** Whether the point lies on an edge or vertex of any part. */
  isOnEdge(x: number, y: number): boolean {
    return this.#parts.some(({ rings }) => rings.some((ring) => crossings(ring, x, y) === 'on the edge'));
  }
}

interface RingWithRange {
  readonly positions: Int32Array;
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

function withRange(positions: Int32Array): RingWithRange {
  const ring = { positions, minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity };
  for (let at = 0; at < positions.length; at += 2) {
    const x = Number(positions[at]);
    const y = Number(positions[at + 1]);
    ring.minX = Math.min(ring.minX, x);
    ring.maxX = Math.max(ring.maxX, x);
    ring.minY = Math.min(ring.minY, y);
    ring.maxY = Math.max(ring.maxY, y);
  }
  return ring;
}

function isInside(rings: readonly RingWithRange[], x: number, y: number): boolean {
  let total = 0;
  for (const ring of rings) {
    const crossed = crossings(ring, x, y);
    if (crossed === 'on the edge') return true;
    total += crossed;
  }
  return total % 2 === 1;
}

/** How often a ray to the east crosses the ring. An edge includes its lower end, not its upper one. */
function crossings(ring: RingWithRange, x: number, y: number): number | 'on the edge' {
  if (x < ring.minX || x > ring.maxX || y < ring.minY || y > ring.maxY) return 0;
  let crossed = 0;
  for (let at = 3; at < ring.positions.length; at += 2) {
    const ay = Number(ring.positions[at - 2]);
    const by = Number(ring.positions[at]);
    if ((ay < y && by < y) || (ay > y && by > y)) continue;
    const ax = Number(ring.positions[at - 3]);
    const bx = Number(ring.positions[at - 1]);
    if (ax < x && bx < x) continue;
    const turn = BigInt(bx - ax) * BigInt(y - ay) - BigInt(by - ay) * BigInt(x - ax);
    if (turn === 0n && x >= Math.min(ax, bx) && x <= Math.max(ax, bx)) return 'on the edge';
    const isUpward = ay <= y && by > y;
    const isDownward = by <= y && ay > y;
    if ((isUpward && turn > 0n) || (isDownward && turn < 0n)) crossed++;
  }
  return crossed;
}
