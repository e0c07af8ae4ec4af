import type { Window } from '#lib/tiles/grid.ts';
import { doubleArea, type Ring } from './ring.ts';

/**
 * Joins the rings of neighbouring pieces: where two run along a cut in opposite directions, both edges are removed and the
 * area continues across. The covered ground stays the same; only edges that cutting added disappear.
 *
 * @param side cuts lie at its multiples
 * @param window the pieces were clipped to it; its borders are cuts too
 */
export function stitch(rings: readonly Ring[], side: number, window: Window): Ring[] {
  const seams = new Seams(window);
  const whole: Ring[] = [];
  const isCutX = (x: number) => x % side === 0 || x === window.minX || x === window.maxX;
  const isCutY = (y: number) => y % side === 0 || y === window.minY || y === window.maxY;
  for (const ring of rings) {
    const cuts = edgesAlongCuts(ring, isCutX, isCutY);
    if (cuts.length === 0) whole.push(ring);
    else takeApart(ring, cuts, seams);
  }
  return [...whole, ...seams.join()];
}

/** The indexes in the ring where edges along a cut begin. */
function edgesAlongCuts(ring: Ring, isCutX: (x: number) => boolean, isCutY: (y: number) => boolean): number[] {
  const places: number[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const next = at + 2 === ring.length ? 0 : at + 2;
    const x = ring[at] as number;
    const y = ring[at + 1] as number;
    if ((x === ring[next] && isCutX(x)) || (y === ring[next + 1] && isCutY(y))) places.push(at);
  }
  return places;
}

/** Passes the edges along cuts and the lines between them to the seams. */
function takeApart(ring: Ring, cuts: readonly number[], seams: Seams): void {
  cuts.forEach((at, place) => {
    const next = (at + 2) % ring.length;
    seams.addAlong(ring[at] as number, ring[at + 1] as number, ring[next] as number, ring[next + 1] as number);
    const end = cuts[place + 1] ?? (cuts[0] as number) + ring.length;
    const from = at + 2;
    if (end === from) return;
    const line: number[] = [];
    for (let position = from; position <= end; position += 2) {
      line.push(ring[position % ring.length] as number, ring[(position + 1) % ring.length] as number);
    }
    seams.addLine(line);
  });
}

/** Where edges begin and end along one cut: +1 where an edge going up begins, −1 where it ends; the reverse for one going down. */
type Changes = Map<number, number>;

class Seams {
  readonly #window: Window;
  readonly #uprights = new Map<number, Changes>();
  readonly #levels = new Map<number, Changes>();
  /** Lines to be joined, by their first position. */
  readonly #lines = new Map<number, number[][]>();

  constructor(window: Window) {
    this.#window = window;
  }

  addLine(line: number[]): void {
    const node = this.#nodeOf(line[0] as number, line[1] as number);
    const others = this.#lines.get(node);
    if (others === undefined) this.#lines.set(node, [line]);
    else others.push(line);
  }

  addAlong(ax: number, ay: number, bx: number, by: number): void {
    if (ax === bx) change(this.#uprights, ax, ay, by);
    else change(this.#levels, ay, ax, bx);
  }

  /** The rings of the lines and of the remaining edges along cuts. */
  join(): Ring[] {
    for (const [x, changes] of this.#uprights) leftOf(changes, (from, to) => this.addLine([x, from, x, to]));
    for (const [y, changes] of this.#levels) leftOf(changes, (from, to) => this.addLine([from, y, to, y]));
    const rings: Ring[] = [];
    for (const node of this.#lines.keys()) {
      for (let line = this.#takeAt(node); line !== undefined; line = this.#takeAt(node))
        this.#follow(node, line, rings);
    }
    return rings;
  }

  /** Follows lines back to the start of the first; a loop that closes on the way is a separate ring. */
  #follow(start: number, first: number[], rings: Ring[]): void {
    const path: number[][] = [first];
    const passed = new Map<number, number>([[start, 0]]);
    for (let line: number[] | undefined = first; line !== undefined; ) {
      const node: number = this.#nodeOf(line[line.length - 2] as number, line[line.length - 1] as number);
      const place = passed.get(node);
      if (place === undefined) passed.set(node, path.length);
      else {
        const loop = path.splice(place);
        for (const [seen, at] of passed) if (at > place) passed.delete(seen);
        pushRing(loop, rings);
        if (path.length === 0) return;
      }
      line = this.#takeAt(node);
      if (line !== undefined) path.push(line);
    }
  }

  #takeAt(node: number): number[] | undefined {
    return this.#lines.get(node)?.pop();
  }

  #nodeOf(x: number, y: number): number {
    return (x - this.#window.minX) * 2 ** 24 + (y - this.#window.minY);
  }
}

function change(cuts: Map<number, Changes>, cut: number, from: number, to: number): void {
  let changes = cuts.get(cut);
  if (changes === undefined) {
    changes = new Map();
    cuts.set(cut, changes);
  }
  // summed along the cut, this counts edges by their direction
  changes.set(from, (changes.get(from) ?? 0) + 1);
  changes.set(to, (changes.get(to) ?? 0) - 1);
}

/** The edges that remain along a cut after those of opposite directions have cancelled each other. */
function leftOf(changes: Changes, take: (from: number, to: number) => void): void {
  const places = [...changes.keys()].sort((a, b) => a - b);
  let sum = 0;
  places.forEach((place, at) => {
    sum += changes.get(place) ?? 0;
    const next = places[at + 1];
    if (next === undefined) return;
    for (let count = Math.abs(sum); count > 0; count--) {
      if (sum > 0) take(place, next);
      else take(next, place);
    }
  });
}

function pushRing(lines: readonly number[][], rings: Ring[]): void {
  const positions: number[] = [];
  for (const line of lines) for (let at = 0; at < line.length - 2; at++) positions.push(line[at] as number);
  const ring = withoutDividers(positions);
  if (ring.length >= 6 && doubleArea(ring) !== 0) rings.push(ring);
}

/** A ring without positions in the middle of a straight edge, such as those where a cut crossed it. */
function withoutDividers(positions: readonly number[]): Ring {
  const { length } = positions;
  const ring = new Int32Array(length);
  let kept = 0;
  for (let at = 0; at < length; at += 2) {
    const x = positions[at] as number;
    const y = positions[at + 1] as number;
    const before = at === 0 ? length - 2 : at - 2;
    const after = at + 2 === length ? 0 : at + 2;
    const fromX = x - (positions[before] as number);
    const fromY = y - (positions[before + 1] as number);
    const toX = (positions[after] as number) - x;
    const toY = (positions[after + 1] as number) - y;
    if (fromX * toY === toX * fromY) continue;
    ring[kept++] = x;
    ring[kept++] = y;
  }
  return ring.slice(0, kept);
}
