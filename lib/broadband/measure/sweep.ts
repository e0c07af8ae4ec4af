import type { ClippedLines } from './clipped-lines.ts';
import { LatitudeBands, nextBorder } from './latitude-bands.ts';
import { NumberList, sortedPlaces, sortPlaces } from './number-list.ts';
import type { SubjectState } from './subject-state.ts';

/** A slab with a larger group of lines that cross each other is halved, because smaller groups are solved more quickly. */
const largestGroup = 6;
/** How often a slab is halved. */
const mostHalvings = 10;
/** Lines that are closer than this share of the box's width keep their order: rounding may show coinciding ones crossed. */
const closest = 2 ** -36;

/** How many lines of slabs are walked before the caller can pause: a few milliseconds' work. */
const linesPerStep = 2 ** 18;

/** Sees each trapezoid: from x `west` to `east` in its middle, and its height. */
export type OnTrapezoid = (west: number, east: number, latitude: number, height: number) => void;

/**
 * Adds up the areas of a box by what is offered, from its lines. Latitudes where lines begin or end divide it into slabs.
 * In a slab, lines are taken by where they are: neighbours that keep their order bound a trapezoid, and those that change
 * it cross there, at a latitude between. Every other slab is walked westwards, from where the last walk ended.
 */
export class Sweep {
  readonly #state: SubjectState;
  readonly #lines: ClippedLines;
  readonly #bands = new LatitudeBands();
  readonly #latitudes = new NumberList();
  /** Lines by where they begin. */
  #starts = new Int32Array(64);
  /** The lines of the slab from west to east, and where they are at its southern and northern end. */
  #active = new Int32Array(64);
  #count = 0;
  #souths = new Float64Array(64);
  #norths = new Float64Array(64);
  /** From each place on, the most western `norths`. */
  #mins = new Float64Array(65);
  /** The places of the first lines of the groups, and the number of lines. */
  #groups = new Int32Array(65);
  #groupCount = 0;
  /** Of a group that crosses: the latitudes, as shares of the slab, and the order in a part of it. */
  readonly #shares = new NumberList();
  #order = new Int32Array(64);
  #width = 0;
  #isEastward = true;
  #onTrapezoid: OnTrapezoid | undefined;
  #lastX = 0;

  constructor(state: SubjectState, lines: ClippedLines) {
    this.#state = state;
    this.#lines = lines;
  }

  /**
   * Yields every few milliseconds: a jagged ring may have tens of thousands of lines in one box.
   *
   * @param south the latitude of the box, from which lines are counted; `width` and `height` its size in units
   */
  *run(south: number, width: number, height: number, onTrapezoid?: OnTrapezoid): Generator<void, void> {
    this.#width = width;
    this.#onTrapezoid = onTrapezoid;
    this.#isEastward = true;
    this.#count = 0;
    this.#bands.begin(south);
    this.#collectLatitudes(south, height);
    this.#sortStarts();
    const { westAt, westPart, eastAt, eastPart } = this.#lines;
    const west = sortedPlaces(westAt);
    const east = sortedPlaces(eastAt);
    const latitudes = this.#latitudes;
    let started = 0;
    let westDone = 0;
    let eastDone = 0;
    let walked = 0;
    for (let at = 0; at + 1 < latitudes.length; at++) {
      const low = latitudes.values[at] as number;
      const high = latitudes.values[at + 1] as number;
      for (; westDone < westAt.length && (westAt.values[west[westDone] as number] as number) <= low; westDone++) {
        if (this.#isEastward) this.#state.flip(westPart.values[west[westDone] as number] as number, 0);
      }
      for (; eastDone < eastAt.length && (eastAt.values[east[eastDone] as number] as number) <= low; eastDone++) {
        if (!this.#isEastward) this.#state.flip(eastPart.values[east[eastDone] as number] as number, 0);
      }
      started = this.#renewActive(low, started);
      this.#slab(low, high, 0);
      walked += this.#count;
      if (walked < linesPerStep) continue;
      walked = 0;
      yield;
    }
  }

  #collectLatitudes(south: number, height: number): void {
    const { low, high, westAt, eastAt } = this.#lines;
    const latitudes = this.#latitudes;
    latitudes.length = 0;
    latitudes.push(0);
    latitudes.push(height);
    for (let border = nextBorder(south); border < south + height; border = nextBorder(border)) {
      latitudes.push(border - south);
    }
    for (const list of [low, high, westAt, eastAt]) {
      for (let at = 0; at < list.length; at++) latitudes.push(list.values[at] as number);
    }
    const sorted = latitudes.values.subarray(0, latitudes.length).sort();
    let kept = 0;
    for (let at = 1; at < sorted.length; at++) {
      if (sorted[at] !== sorted[kept]) sorted[++kept] = sorted[at] as number;
    }
    latitudes.length = kept + 1;
  }

  #sortStarts(): void {
    const { length } = this.#lines.low;
    if (length > this.#starts.length) {
      this.#starts = new Int32Array(length * 2);
      this.#active = new Int32Array(length * 2);
      this.#souths = new Float64Array(length * 2);
      this.#norths = new Float64Array(length * 2);
      this.#mins = new Float64Array(length * 2 + 1);
      this.#order = new Int32Array(length * 2);
      this.#groups = new Int32Array(length * 2 + 1);
    }
    sortPlaces(this.#starts, this.#lines.low);
  }

  /** Removes the lines that have ended, and adds those that begin at this latitude. */
  #renewActive(latitude: number, started: number): number {
    const { low, high } = this.#lines;
    const active = this.#active;
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const line = active[at] as number;
      if ((high.values[line] as number) > latitude) active[kept++] = line;
    }
    let next = started;
    for (; next < low.length; next++) {
      const line = this.#starts[next] as number;
      if ((low.values[line] as number) > latitude) break;
      active[kept++] = line;
    }
    this.#count = kept;
    return next;
  }

  #at(line: number, latitude: number): number {
    const { x, y, slope } = this.#lines;
    const at = (x.values[line] as number) + (latitude - (y.values[line] as number)) * (slope.values[line] as number);
    return Math.max(0, Math.min(at, this.#width));
  }

  #slab(south: number, north: number, halvings: number): void {
    this.#sortActive(south, north);
    if (this.#findGroups() > largestGroup && halvings < mostHalvings) {
      const middle = (south + north) / 2;
      this.#slab(south, middle, halvings + 1);
      this.#slab(middle, north, halvings + 1);
      return;
    }
    this.#walk(south, north);
    this.#isEastward = !this.#isEastward;
  }

  /** Sorts the lines by where they are at the southern end, equal ones by where they go. */
  #sortActive(south: number, north: number): void {
    const active = this.#active;
    const souths = this.#souths;
    const norths = this.#norths;
    for (let at = 0; at < this.#count; at++) {
      const line = active[at] as number;
      const from = this.#at(line, south);
      const to = this.#at(line, north);
      let place = at;
      for (; place > 0; place--) {
        const other = souths[place - 1] as number;
        if (other < from || (other === from && (norths[place - 1] as number) <= to)) break;
        active[place] = active[place - 1] as number;
        souths[place] = other;
        norths[place] = norths[place - 1] as number;
      }
      active[place] = line;
      souths[place] = from;
      norths[place] = to;
    }
  }

  /** Finds the groups of lines that change their order, so that each group stays east of the one before. @returns the size of the largest */
  #findGroups(): number {
    const count = this.#count;
    const norths = this.#norths;
    const mins = this.#mins;
    const groups = this.#groups;
    mins[count] = Number.POSITIVE_INFINITY;
    for (let at = count - 1; at >= 0; at--) {
      mins[at] = Math.min(norths[at] as number, mins[at + 1] as number);
    }
    const tolerance = this.#width * closest;
    let max = Number.NEGATIVE_INFINITY;
    let largest = 0;
    let size = 0;
    this.#groupCount = 0;
    for (let at = 0; at < count; at++) {
      if (max <= (mins[at] as number) + tolerance) {
        groups[this.#groupCount++] = at;
        size = 0;
      }
      if (++size > largest) largest = size;
      const own = norths[at] as number;
      if (own > max) max = own;
    }
    groups[this.#groupCount] = count;
    return largest;
  }

  /** Walks through all lines of a slab, to its other side. */
  #walk(south: number, north: number): void {
    const isEastward = this.#isEastward;
    const groups = this.#groups;
    const groupCount = this.#groupCount;
    this.#bands.integrate(south, north);
    const { zone, moment } = this.#bands;
    const width = this.#width;
    this.#lastX = isEastward ? 0 : width;
    if (!isEastward) this.#state.add(zone * width);
    for (let step = 0; step < groupCount; step++) {
      const group = isEastward ? step : groupCount - 1 - step;
      const first = groups[group] as number;
      const end = groups[group + 1] as number;
      if (end - first === 1) this.#cross(first, 0, 1, south, north, isEastward, zone, moment);
      else this.#solveGroup(first, end, south, north);
    }
    if (this.#onTrapezoid !== undefined) this.#show(isEastward ? width : 0, south, north);
    if (isEastward) this.#state.add(zone * width);
  }

  /** Crosses a line between two shares of the slab's height, which are at the latitudes `low` and `high`. */
  #cross(
    place: number,
    from: number,
    to: number,
    low: number,
    high: number,
    isEastward: boolean,
    zone: number,
    moment: number,
  ): void {
    const south = this.#souths[place] as number;
    const rise = (this.#norths[place] as number) - south;
    const middle = south + (rise * (from + to)) / 2;
    const area = middle * zone + ((rise * (to - from)) / (high - low)) * moment;
    if (this.#onTrapezoid !== undefined) this.#show(middle, low, high);
    const part = this.#lines.part.values[this.#active[place] as number] as number;
    this.#state.flip(part, isEastward ? area : -area);
  }

  /** Walks through lines that cross each other: to and fro between the latitudes of their crossings. */
  #solveGroup(first: number, end: number, south: number, north: number): void {
    const shares = this.#crossings(first, end);
    let isEastward = this.#isEastward;
    let from = 0;
    for (let at = 0; at < shares.length; at++) {
      const to = shares[at] as number;
      if (to <= from) continue;
      const low = south + (north - south) * from;
      const high = south + (north - south) * to;
      if (high <= low) continue;
      this.#bands.integrate(low, high);
      this.#sortGroup(first, end, (from + to) / 2);
      const { zone, moment } = this.#bands;
      for (let step = 0; step < end - first; step++) {
        const place = this.#order[isEastward ? step : end - first - 1 - step] as number;
        this.#cross(place, from, to, low, high, isEastward, zone, moment);
      }
      isEastward = !isEastward;
      from = to;
    }
    if (isEastward !== this.#isEastward) return;
    for (let place = first; place < end; place++) {
      this.#state.flip(this.#lines.part.values[this.#active[place] as number] as number, 0);
    }
  }

  /** Where the lines of a group cross, as ascending shares of the slab's height, and 1. */
  #crossings(first: number, end: number): Float64Array {
    const souths = this.#souths;
    const norths = this.#norths;
    const shares = this.#shares;
    shares.length = 0;
    for (let west = first; west < end; west++) {
      for (let east = west + 1; east < end; east++) {
        const closed = (norths[west] as number) - (norths[east] as number);
        if (closed <= 0) continue;
        const gap = (souths[east] as number) - (souths[west] as number);
        shares.push(gap / (gap + closed));
      }
    }
    shares.push(1);
    return shares.values.subarray(0, shares.length).sort();
  }

  /** Sorts the lines of a group by where they are at a share of the slab's height. */
  #sortGroup(first: number, end: number, share: number): void {
    const souths = this.#souths;
    const norths = this.#norths;
    const order = this.#order;
    const at = (place: number) =>
      (souths[place] as number) + ((norths[place] as number) - (souths[place] as number)) * share;
    for (let added = first; added < end; added++) {
      const own = at(added);
      let place = added - first;
      for (; place > 0 && at(order[place - 1] as number) > own; place--) order[place] = order[place - 1] as number;
      order[place] = added;
    }
  }

  #show(x: number, south: number, north: number): void {
    const last = this.#lastX;
    this.#lastX = x;
    this.#onTrapezoid?.(Math.min(last, x), Math.max(last, x), (south + north) / 2, north - south);
  }
}
