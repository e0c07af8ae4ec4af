import { NumberList, sortNumbers } from '#lib/broadband/coverage/number-list.ts';
import { isLeft } from '#lib/broadband/coverage/orient.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import type { PlaceState } from './subject-state.ts';

/**
 * The edges of a cell within a box, as lines that rise from `low` to `high`. Where a part leaves the box on its western or
 * eastern side, a line along that side closes it. So a part's lines end at points, the same in float64, where an even number
 * of its lines do, or on the southern and northern sides; level ones only connect others.
 *
 * Which sides an edge crosses is decided exactly, as the look-up decides it: the box is treated as moved by (ε′, ε) with
 * ε′ ≫ ε > 0 (see `isLeft`), so that no edge runs along a side or through a corner. Only positions are rounded.
 */
export class ClippedLines {
  readonly low = new NumberList();
  readonly high = new NumberList();
  /** Where a line is at `low` and `high`; between them it is at x + slope · (latitude − y). All are units from the box's south-west corner. */
  readonly lowX = new NumberList();
  readonly highX = new NumberList();
  readonly x = new NumberList();
  readonly y = new NumberList();
  readonly slope = new NumberList();
  /** Numbers of parts in the state. */
  readonly part = new NumberList();
  /** Where the part that is being added crosses the sides. */
  readonly #westAt = new NumberList();
  readonly #eastAt = new NumberList();
  readonly #state: PlaceState;
  #west = 0;
  #south = 0;
  #east = 0;
  #north = 0;
  #cellX = 0;
  #cellY = 0;

  constructor(state: PlaceState) {
    this.#state = state;
  }

  begin({ minX, maxX, minY, maxY }: Box, cellX: number, cellY: number): void {
    const { low, high, lowX, highX, x, y, slope, part } = this;
    for (const list of [low, high, lowX, highX, x, y, slope, part]) list.length = 0;
    this.#west = minX;
    this.#east = maxX;
    this.#south = minY;
    this.#north = maxY;
    this.#cellX = cellX;
    this.#cellY = cellY;
  }

  /** Whether no line bounds anything in the box. */
  areEmpty(): boolean {
    return this.low.length === 0;
  }

  /**
   * Adds a part of the cell, and to the state whether the box's south-west corner is in it.
   *
   * @param groups see `CellEdges`; the part's begins at `at`
   * @param number the part's number in the state
   */
  addPart(positions: Int32Array, groups: Int32Array, at: number, number: number): void {
    const head = groups[at + 1] as number;
    let bit = head & 1;
    for (let run = at + 2; run < at + 2 + (head & ~1); run += 2) {
      bit ^= this.#addRun(positions, groups[run] as number, groups[run + 1] as number, number);
    }
    if (bit === 1) this.#state.flip(number, 0);
    this.#closeAlong(this.#westAt, 0, number);
    this.#closeAlong(this.#eastAt, this.#east - this.#west, number);
  }

  /** Adds lines along a side from where a part crosses it to where it does again, the last one to the northern side. */
  #closeAlong(crossings: NumberList, x: number, part: number): void {
    if (crossings.length === 0) return;
    if (crossings.length % 2 === 1) crossings.push(this.#north - this.#south);
    const sorted = sortNumbers(crossings);
    for (let at = 0; at < crossings.length; at += 2) {
      const [low, high] = [sorted[at] as number, sorted[at + 1] as number];
      if (low < high) this.#push(low, high, x, x, x, low, 0, part);
    }
    crossings.length = 0;
  }

  /** @returns whether the run separates the cell's south-west corner from the box's (0 or 1) */
  #addRun(positions: Int32Array, firstEdge: number, count: number, part: number): number {
    const isMoved = this.#west !== this.#cellX || this.#south !== this.#cellY;
    const end = (firstEdge + count) * 2;
    let bit = 0;
    let ax = positions[firstEdge * 2] as number;
    let ay = positions[firstEdge * 2 + 1] as number;
    let isInA = this.#contains(ax, ay);
    for (let at = firstEdge * 2 + 2; at <= end; at += 2) {
      const bx = positions[at] as number;
      const by = positions[at + 1] as number;
      const isInB = this.#contains(bx, by);
      if (isInA && isInB)
        this.#addLine(ax, ay, bx, by, ax - this.#west, ay - this.#south, bx - this.#west, by - this.#south, part);
      else this.#clip(ax, ay, bx, by, isInA, isInB, part);
      if (isMoved) bit ^= this.#separates(ax, ay, bx, by);
      ax = bx;
      ay = by;
      isInA = isInB;
    }
    return bit;
  }

  #contains(x: number, y: number): boolean {
    return x > this.#west && x <= this.#east && y > this.#south && y <= this.#north;
  }

  /** Adds the part of an edge inside the box; it begins and ends at its own ends or where it crosses a side. */
  #clip(ax: number, ay: number, bx: number, by: number, isInA: boolean, isInB: boolean, part: number): void {
    const west = this.#west;
    const south = this.#south;
    const east = this.#east;
    const north = this.#north;
    if ((ax <= west && bx <= west) || (ax > east && bx > east)) return;
    if ((ay <= south && by <= south) || (ay > north && by > north)) return;
    let isFirst = true;
    let firstX = 0;
    let first = 0;
    let lastX = 0;
    let last = 0;
    const end = (x: number, latitude: number) => {
      if (isFirst) {
        firstX = x;
        first = latitude;
        isFirst = false;
      } else {
        lastX = x;
        last = latitude;
      }
    };
    if (isInA) end(ax - west, ay - south);
    if (isInB) end(bx - west, by - south);
    const isSouthWestLeft = isLeft(ax, ay, bx, by, west, south);
    const isNorthWestLeft = isLeft(ax, ay, bx, by, west, north);
    const isSouthEastLeft = isLeft(ax, ay, bx, by, east, south);
    const isNorthEastLeft = isLeft(ax, ay, bx, by, east, north);
    if (ay > south !== by > south && isSouthWestLeft !== isSouthEastLeft) {
      end(this.#longitudeAt(south, ax, ay, bx, by), 0);
    }
    if (ay > north !== by > north && isNorthWestLeft !== isNorthEastLeft) {
      end(this.#longitudeAt(north, ax, ay, bx, by), north - south);
    }
    if (ax > west !== bx > west && isSouthWestLeft !== isNorthWestLeft) {
      const at = this.#latitudeAt(west, ax, ay, bx, by);
      this.#westAt.push(at);
      end(0, at);
    }
    if (ax > east !== bx > east && isSouthEastLeft !== isNorthEastLeft) {
      const at = this.#latitudeAt(east, ax, ay, bx, by);
      this.#eastAt.push(at);
      end(east - west, at);
    }
    if (!isFirst) this.#addLine(ax, ay, bx, by, firstX, first, lastX, last, part);
  }

  /** Where an edge crosses a meridian between the box's parallels. */
  #latitudeAt(meridian: number, ax: number, ay: number, bx: number, by: number): number {
    const latitude = ay - this.#south + (meridian - ax) * ((by - ay) / (bx - ax));
    return Math.min(Math.max(latitude, 0), this.#north - this.#south);
  }

  /** Where an edge crosses a parallel between the box's meridians. */
  #longitudeAt(parallel: number, ax: number, ay: number, bx: number, by: number): number {
    const longitude = ax - this.#west + (parallel - ay) * ((bx - ax) / (by - ay));
    return Math.min(Math.max(longitude, 0), this.#east - this.#west);
  }

  /** Adds the line from one point of an edge to another. */
  #addLine(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    firstX: number,
    first: number,
    lastX: number,
    last: number,
    part: number,
  ): void {
    const slope = ay === by ? 0 : (bx - ax) / (by - ay);
    // from the southern end, so that the same edge in both directions is the same line
    const x = (ay < by ? ax : bx) - this.#west;
    const y = Math.min(ay, by) - this.#south;
    if (first < last) this.#push(first, last, firstX, lastX, x, y, slope, part);
    else this.#push(last, first, lastX, firstX, x, y, slope, part);
  }

  #push(
    low: number,
    high: number,
    lowX: number,
    highX: number,
    x: number,
    y: number,
    slope: number,
    part: number,
  ): void {
    this.low.push(low);
    this.high.push(high);
    this.lowX.push(lowX);
    this.highX.push(highX);
    this.x.push(x);
    this.y.push(y);
    this.slope.push(slope);
    this.part.push(part);
  }

  /** Whether an edge is crossed on the way from the cell's corner north along its side, then east to the box's corner. */
  #separates(ax: number, ay: number, bx: number, by: number): number {
    const cellX = this.#cellX;
    const south = this.#south;
    let bit = 0;
    if (ax > cellX !== bx > cellX) {
      if (isLeft(ax, ay, bx, by, cellX, this.#cellY) !== isLeft(ax, ay, bx, by, cellX, south)) bit ^= 1;
    }
    if (ay > south !== by > south) {
      if (isLeft(ax, ay, bx, by, cellX, south) !== isLeft(ax, ay, bx, by, this.#west, south)) bit ^= 1;
    }
    return bit;
  }
}
