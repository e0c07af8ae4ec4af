import type { Window } from '#lib/tiles/grid.ts';
import { doubleArea, emptyBox, extend, type Ring } from './ring.ts';

/** Takes the rings of one piece: the part of a drawing in one square of the grid. */
export type PieceTaker = (column: number, row: number, rings: readonly Ring[]) => void;

/**
 * Cuts rings along the lines of a square grid. Both sides of a cut get the same whole coordinates, so that pieces fit
 * together without gap or overlap; where a ring is cut, its pieces run along the line.
 *
 * @param side the side of a square; the squares' borders are its multiples
 */
export function cutToPieces(rings: readonly Ring[], side: number, take: PieceTaker): void {
  if (rings.length === 0) return;
  const box = emptyBox();
  for (const ring of rings) extend(box, ring);
  // runs along a line cover nothing, and would seem to be in the square beyond it
  if (box.minX === box.maxX || box.minY === box.maxY) return;
  const [column, columns] = squaresOf(box.minX, box.maxX, side);
  const [row, rows] = squaresOf(box.minY, box.maxY, side);
  if (columns === 1 && rows === 1) {
    take(column, row, rings);
    return;
  }
  const axis = columns >= rows ? 0 : 1;
  const line = (axis === 0 ? column + (columns >> 1) : row + (rows >> 1)) * side;
  const [low, high] = splitAll(rings, axis, line);
  cutToPieces(low, side, take);
  cutToPieces(high, side, take);
}

/** The part of the rings in the window. */
export function clipToWindow(rings: readonly Ring[], { minX, minY, maxX, maxY }: Window): readonly Ring[] {
  const [, east] = splitAll(rings, 0, minX);
  const [column] = splitAll(east, 0, maxX);
  const [, south] = splitAll(column, 1, minY);
  return splitAll(south, 1, maxY)[0];
}

/** The first square of a range and the number of squares; a range that ends on a line does not extend beyond it. */
function squaresOf(min: number, max: number, side: number): [first: number, count: number] {
  const first = Math.floor(min / side);
  return [first, Math.max(1, Math.ceil(max / side) - first)];
}

type Axis = 0 | 1;

function splitAll(rings: readonly Ring[], axis: Axis, line: number): [low: Ring[], high: Ring[]] {
  const low: Ring[] = [];
  const high: Ring[] = [];
  for (const ring of rings) splitRing(ring, axis, line, low, high);
  return [low, high];
}

function splitRing(ring: Ring, axis: Axis, line: number, low: Ring[], high: Ring[]): void {
  let least = Infinity;
  let most = -Infinity;
  for (let at = axis; at < ring.length; at += 2) {
    const value = ring[at] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (most <= line) {
    if (least < line) low.push(ring);
    return;
  }
  if (least >= line) {
    high.push(ring);
    return;
  }
  lowSide.begin(axis, line);
  highSide.begin(axis, line);
  const other = 1 - axis;
  let a = ring[ring.length - 2 + axis] as number;
  let b = ring[ring.length - 2 + other] as number;
  for (let at = 0; at < ring.length; at += 2) {
    const nextA = ring[at + axis] as number;
    const nextB = ring[at + other] as number;
    if ((a < line && nextA > line) || (a > line && nextA < line)) {
      const cut = Math.round(b + ((line - a) * (nextB - b)) / (nextA - a));
      lowSide.add(line, cut);
      highSide.add(line, cut);
    }
    if (nextA <= line) lowSide.add(nextA, nextB);
    if (nextA >= line) highSide.add(nextA, nextB);
    a = nextA;
    b = nextB;
  }
  lowSide.close(low);
  highSide.close(high);
}

/** The part of a ring on one side of a line. Of a run along the line only the ends are kept. */
class Side {
  #axis: Axis = 0;
  #line = 0;
  #positions: Ring = new Int32Array(1024);
  #length = 0;

  begin(axis: Axis, line: number): void {
    this.#axis = axis;
    this.#line = line;
    this.#length = 0;
  }

  add(a: number, b: number): void {
    if (this.#length + 2 > this.#positions.length) this.#grow();
    const positions = this.#positions;
    if (a === this.#line && this.#isOnLine(this.#length - 2) && this.#isOnLine(this.#length - 4)) this.#length -= 2;
    positions[this.#length + this.#axis] = a;
    positions[this.#length + 1 - this.#axis] = b;
    const last = this.#length;
    if (last > 0 && positions[last] === positions[last - 2] && positions[last + 1] === positions[last - 1]) return;
    this.#length += 2;
  }

  close(into: Ring[]): void {
    // the ring began in the middle of a run along the line
    if (this.#isOnLine(0)) {
      if (this.#isOnLine(this.#length - 2) && this.#isOnLine(this.#length - 4)) this.#length -= 2;
    }
    if (this.#length < 6) return;
    const ring = this.#positions.slice(0, this.#length);
    if (ring.length > 6 || doubleArea(ring) !== 0) into.push(ring);
  }

  #isOnLine(at: number): boolean {
    return at >= 0 && at < this.#length && this.#positions[at + this.#axis] === this.#line;
  }

  #grow(): void {
    const larger = new Int32Array(this.#positions.length * 2);
    larger.set(this.#positions);
    this.#positions = larger;
  }
}

// one ring is split after the other, so their buffers serve all
const lowSide = new Side();
const highSide = new Side();
