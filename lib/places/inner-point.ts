import type { RingSink } from '#lib/broadband/import/areas/area-builder.ts';

/** A position in the coordinates of a file. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** The rings of one geometry, and a point inside it by which a suburb is shown. */
export class RingCollector implements RingSink {
  #rings: number[][] = [];
  #ring: number[] = [];

  begin(): void {
    this.#rings = [];
    this.#ring = [];
  }

  addPosition(x: number, y: number): void {
    this.#ring.push(x, y);
  }

  endRing(): void {
    this.#rings.push(this.#ring);
    this.#ring = [];
  }

  endPolygon(): void {}

  /**
   * A point inside the geometry: the middle of its widest stretch, along a line at half the height of its largest ring.
   * Undefined without any ring.
   */
  innerPoint(): Position | undefined {
    const [largest] = this.#rings.map((ring) => ({ ring, area: areaOf(ring) })).sort((a, b) => b.area - a.area);
    if (largest === undefined || largest.ring.length < 6) return undefined;
    const ys = largest.ring.filter((_, at) => at % 2 === 1);
    const y = (least(ys) - least(ys.map((value) => -value))) / 2;
    const crossings = this.#rings.flatMap((ring) => crossingsAt(ring, y)).sort((a, b) => a - b);
    let widest: readonly [number, number] | undefined;
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = [crossings[at], crossings[at + 1]];
      if (widest === undefined || to - from > widest[1] - widest[0]) widest = [from, to];
    }
    return widest && { x: (widest[0] + widest[1]) / 2, y };
  }
}

function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY);
}

function areaOf(ring: readonly number[]): number {
  let sum = 0;
  for (const [x, y, nextX, nextY] of edgesOf(ring)) sum += x * nextY - nextX * y;
  return Math.abs(sum / 2);
}

/** Where a ring crosses the line at a height; an edge includes its lower end only. */
function crossingsAt(ring: readonly number[], height: number): number[] {
  const found: number[] = [];
  for (const [x, y, nextX, nextY] of edgesOf(ring)) {
    if (y <= height === nextY <= height) continue;
    found.push(x + ((height - y) / (nextY - y)) * (nextX - x));
  }
  return found;
}

function* edgesOf(ring: readonly number[]): Generator<readonly [number, number, number, number]> {
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    yield [ring[at] ?? 0, ring[at + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0];
  }
}
