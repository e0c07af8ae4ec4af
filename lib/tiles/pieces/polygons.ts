import { type Box, doubleArea, eachEdge, emptyBox, extend, type Ring, reversed } from './ring.ts';

/**
 * Orients the rings of one part so that those around covered ground have a positive area and those around holes a negative
 * one, whatever their order and direction: inside is even-odd over all rings of a part (N8). The cover of several parts can
 * then be added up. Rings without area are left out.
 */
export function orientRings(rings: readonly Ring[]): Ring[] {
  const [only] = rings;
  if (rings.length === 1 && only !== undefined) return [orient(only, true)];
  const nesting = new Nesting(rings);
  return rings.flatMap((ring, place) => {
    const inner = innerPoint(ring);
    return inner === undefined ? [] : [orient(ring, nesting.isEven(place, inner))];
  });
}

function orient(ring: Ring, isOuter: boolean): Ring {
  return doubleArea(ring) > 0 === isOuter ? ring : reversed(ring);
}

interface InnerPoint {
  readonly x: number;
  /** Between two whole numbers, so that no vertex has the same `y`. */
  readonly y: number;
}

/** A point inside the ring: the middle of its widest interval at half its height. */
function innerPoint(ring: Ring): InnerPoint | undefined {
  const { minY, maxY } = extend(emptyBox(), ring);
  if (minY === maxY) return undefined;
  const y = Math.floor((minY + maxY) / 2) + 0.5;
  const crossings: number[] = [];
  eachEdge(ring, (ax, ay, bx, by) => {
    if (ay > y !== by > y) crossings.push(ax + ((y - ay) * (bx - ax)) / (by - ay));
  });
  crossings.sort((a, b) => a - b);
  let x = 0;
  let width = -1;
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [from = 0, to = 0] = [crossings[at], crossings[at + 1]];
    if (to - from <= width) continue;
    width = to - from;
    x = (from + to) / 2;
  }
  return { x, y };
}

/** Counts the rings around a point by bands of edges, so that the time for a hole does not grow with the whole part. */
class Nesting {
  readonly #ends: number[][];
  readonly #areas: readonly number[];
  readonly #minY: number;
  readonly #bandHeight: number;

  constructor(rings: readonly Ring[]) {
    this.#areas = rings.map((ring) => Math.abs(doubleArea(ring)));
    const box = emptyBox();
    let vertices = 0;
    for (const ring of rings) {
      extend(box, ring);
      vertices += ring.length / 2;
    }
    const height = Math.max(1, box.maxY - box.minY);
    this.#minY = box.minY;
    this.#bandHeight = bandHeight(rings, height, vertices);
    this.#ends = Array.from({ length: Math.floor(height / this.#bandHeight) + 1 }, () => []);
    rings.forEach((ring, place) => {
      eachEdge(ring, (ax, ay, bx, by) => {
        const last = this.#bandOf(Math.max(ay, by));
        for (let band = this.#bandOf(Math.min(ay, by)); band <= last; band++) {
          this.#ends[band]?.push(place, ax, ay, bx, by);
        }
      });
    });
  }

  /** Whether the number of larger rings around the one at `place`, which has the point inside, is even. */
  isEven(place: number, { x, y }: InnerPoint): boolean {
    const ends = this.#ends[this.#bandOf(y)] ?? [];
    let isEven = true;
    for (let at = 0; at < ends.length; at += 5) {
      if (!this.#isLarger(ends[at] as number, place)) continue;
      const ay = ends[at + 2] as number;
      const by = ends[at + 4] as number;
      if (ay > y === by > y) continue;
      const ax = ends[at + 1] as number;
      const bx = ends[at + 3] as number;
      if (ax + ((y - ay) * (bx - ax)) / (by - ay) < x) isEven = !isEven;
    }
    return isEven;
  }

  /** Of two equal rings, the second counts as inside the first. */
  #isLarger(one: number, other: number): boolean {
    const difference = (this.#areas[one] as number) - (this.#areas[other] as number);
    return difference === 0 ? one < other : difference > 0;
  }

  #bandOf(y: number): number {
    return Math.floor((y - this.#minY) / this.#bandHeight);
  }
}

/** Low enough that few edges share a band with a point, and high enough that long edges are not in too many bands. */
function bandHeight(rings: readonly Ring[], height: number, vertices: number): number {
  let climbed = 0;
  for (const ring of rings) {
    eachEdge(ring, (_ax, ay, _bx, by) => {
      climbed += Math.abs(by - ay);
    });
  }
  return Math.max(1, height / 4096, climbed / (4 * vertices));
}

/** A ring around covered ground and the rings of its holes. */
export interface Polygon {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}

/** Assigns each hole to the smallest outer ring around it. A hole without an outer ring around it is left out. */
export function polygonsOf(rings: readonly Ring[]): Polygon[] {
  const outers: { outer: Ring; holes: Ring[]; area: number; box: Box }[] = [];
  const holes: { ring: Ring; area: number; box: Box }[] = [];
  for (const ring of rings) {
    const area = doubleArea(ring);
    const box = extend(emptyBox(), ring);
    if (area > 0) outers.push({ outer: ring, holes: [], area, box });
    else if (area < 0) holes.push({ ring, area: -area, box });
  }
  if (holes.length > 0) outers.sort((a, b) => a.area - b.area);
  for (const { ring, area, box } of holes) {
    const point = edgePoint(ring);
    const around = outers.find((one) => one.area >= area && contains(one.box, box) && isAround(one.outer, point));
    around?.holes.push(ring);
  }
  return outers;
}

function contains(outer: Box, inner: Box): boolean {
  return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY;
}

/**
 * A point on a hole's edge, where no other ring touches it: halfway along the edge that goes furthest up or down, between two
 * whole numbers.
 */
function edgePoint(hole: Ring): { x: number; y: number } {
  let [furthest, x, y] = [0, hole[0] as number, hole[1] as number];
  eachEdge(hole, (ax, ay, bx, by) => {
    const height = Math.abs(by - ay);
    if (height <= furthest) return;
    furthest = height;
    y = Math.floor((ay + by) / 2) + 0.5;
    x = ax + ((y - ay) * (bx - ax)) / (by - ay);
  });
  return { x, y };
}

function isAround(ring: Ring, { x, y }: { readonly x: number; readonly y: number }): boolean {
  let isInside = false;
  eachEdge(ring, (ax, ay, bx, by) => {
    if (ay > y !== by > y && ax + ((y - ay) * (bx - ax)) / (by - ay) < x) isInside = !isInside;
  });
  return isInside;
}
