import { IntList, NumberList, sortedPlaces, sortNumbers } from '#lib/broadband/coverage/number-list.ts';
import type { ClippedLines } from './clipped-lines.ts';
import { LatitudeBands, nextBorder } from './latitude-bands.ts';
import type { PlaceState } from './subject-state.ts';

/** A room with at most so many latitudes is cut at all of them, */
const fewCuts = 64;
/** and a larger one into so many slabs first: most lines of a slab will be walls in it. */
const slabsOfMany = 8;
/** A larger group of lines that cross each other is halved, because smaller groups are solved more quickly. */
const largestGroup = 6;
/** How often a group is halved: what crosses in a slab that thin has no area. */
const mostHalvings = 40;
/** Lines that are closer than this share of the box's width keep their order: rounding may show coinciding ones crossed. */
const closest = 2 ** -36;
/** So many lines are sorted most quickly by insertion. */
const few = 24;
/** The sides of the box, where a room has no wall. */
const westSide = -1;
const eastSide = -2;

/** How many lines of slabs are walked before the caller can pause: a few milliseconds' work. */
const linesPerStep = 2 ** 16;

/** Sees each trapezoid: from x `west` to `east` in its middle, and its height. */
export type OnTrapezoid = (west: number, east: number, latitude: number, height: number) => void;

/** The lines, or sides of the box, between which a room is. */
interface Borders {
  readonly west: number;
  readonly east: number;
}

/** Lines of a slab that meet no others of it: those from `first` to `end` in the list. */
interface Room extends Borders {
  readonly first: number;
  readonly end: number;
  readonly south: number;
  readonly north: number;
  readonly halvings: number;
}

/** The part of a room between two latitudes. Its lines are those from `first` in the list; the ones from `through` on begin or end in it. */
interface Slab extends Borders {
  readonly first: number;
  through: number;
  end: number;
  south: number;
  north: number;
  readonly halvings: number;
  readonly firstBound: number;
  /** How many walls and rooms it has; their bounds begin at `firstBound`. */
  rooms: number;
}

/**
 * Adds up the areas of a box by what is offered, from its lines, by dividing and conquering.
 *
 * Latitudes where lines begin or end cut the box into slabs, few of them at a time. In a slab, a line that runs from its
 * southern to its northern end and meets no other line is a wall: it is crossed once, with the whole area west of it. The lines between two walls are a room, which is cut into slabs of its own, until all its lines run through;
 * those cross each other, and are walked through between the latitudes of their crossings. Because the lines of a part are
 * closed (see `ClippedLines`), what is offered at a wall is the same along all of it.
 *
 * A line lies in rooms only where it begins, ends or crosses others, so n lines that cross k times take about
 * (n + k) · log n steps. Every other slab is walked westwards, from where the last walk ended.
 */
export class Sweep {
  readonly #state: PlaceState;
  readonly #lines: ClippedLines;
  readonly #bands = new LatitudeBands();
  /** A stack of lines: of each room, and of the slab in it that is walked through, both from west to east. */
  readonly #list = new IntList();
  /** A stack of the places in the list where the rooms and walls of a slab begin. */
  readonly #bounds = new IntList();
  /** A stack of latitudes where rooms are cut. */
  readonly #cuts = new NumberList();
  readonly #latitudes = new NumberList();
  /** By line: where it is at the southern and northern end of the slab, or where it begins and ends in it. */
  #souths = new Float64Array(64);
  #norths = new Float64Array(64);
  /** By line of a slab: twice the number of walls west of its most western end, and 1 more for a wall. */
  #spotOf = new Int32Array(64);
  /** By place in a slab: from there on, the most western `norths`. */
  #mins = new Float64Array(65);
  readonly #walls = new IntList();
  readonly #others = new IntList();
  /** By spot: how many more lines reach from it to the next, and then its room's place in the bounds. */
  #rooms = new Int32Array(65);
  /** Of a group that crosses: the latitudes, as shares of the slab, and the order in a part of it. */
  readonly #shares = new NumberList();
  #order = new Int32Array(64);
  #width = 0;
  #isEastward = true;
  #onTrapezoid: OnTrapezoid | undefined;
  #lastX = 0;
  #walked = 0;

  constructor(state: PlaceState, lines: ClippedLines) {
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
    this.#bands.begin(south);
    this.#bounds.clear();
    this.#cuts.length = 0;
    this.#makeRoom();
    const starts = sortedPlaces(this.#lines.low);
    let low = 0;
    while (low < height) {
      const high = Math.min(nextBorder(south + low) - south, height);
      yield* this.#band(starts, low, high);
      low = high;
    }
  }

  #makeRoom(): void {
    const { length } = this.#lines.low;
    if (length <= this.#souths.length) return;
    this.#souths = new Float64Array(length * 2);
    this.#norths = new Float64Array(length * 2);
    this.#spotOf = new Int32Array(length * 2);
    this.#mins = new Float64Array(length * 2 + 1);
    this.#rooms = new Int32Array(length * 4 + 1);
    this.#order = new Int32Array(length * 2);
  }

  /** Solves the part of the box between two parallels in the same band of latitude. */
  *#band(starts: Int32Array, south: number, north: number): Generator<void, void> {
    const { low, high } = this.#lines;
    const list = this.#list;
    list.length = 0;
    for (const line of starts) {
      if ((low.values[line] as number) < north && (high.values[line] as number) > south) list.push(line);
    }
    const area = this.#areaBetween(south, north);
    if (!this.#isEastward) this.#state.add(area);
    const room = { first: 0, end: list.length, south, north, west: westSide, east: eastSide, halvings: 0 };
    const isEastward = this.#isEastward;
    yield* this.#solve(room);
    if (isEastward) this.#state.add(area);
    this.#isEastward = !isEastward;
  }

  #areaBetween(south: number, north: number): number {
    this.#bands.integrate(south, north);
    return this.#bands.zone * this.#width;
  }

  /** Where a line is at a latitude, or at its end if it does not reach so far. */
  #at(line: number, latitude: number): number {
    const { low, lowX } = this.#lines;
    return latitude <= (low.values[line] as number) ? (lowX.values[line] as number) : this.#northOf(line, latitude);
  }

  /** Where a line is at a latitude north of its southern end. */
  #northOf(line: number, latitude: number): number {
    const { high, highX, x, y, slope } = this.#lines;
    if (latitude >= (high.values[line] as number)) return highX.values[line] as number;
    const at = (x.values[line] as number) + (latitude - (y.values[line] as number)) * (slope.values[line] as number);
    return Math.max(0, Math.min(at, this.#width));
  }

  /** Cuts a room into slabs and walks through each, from one side of the room to the other. */
  *#solve(room: Room): Generator<void, void> {
    const { first, end, south, north, west, east } = room;
    const list = this.#list;
    const cuts = this.#cuts;
    const isEastward = this.#isEastward;
    const firstCut = cuts.length;
    const halvings = this.#cut(room);
    const [from, firstBound] = [list.length, this.#bounds.length];
    const slab = {
      first: from,
      through: from,
      end: from,
      south,
      north: south,
      west,
      east,
      halvings,
      firstBound,
      rooms: 0,
    };
    let started = first;
    for (let at = firstCut; at < cuts.length; at++) {
      slab.south = slab.north;
      slab.north = cuts.values[at] as number;
      started = this.#addStarted(started, end, slab);
      this.#arrange(slab);
      this.#divide(slab);
      for (let step = this.#walk(slab, 0); step < slab.rooms; step = this.#walk(slab, step + 1)) {
        yield* this.#solve(this.#roomAt(slab, step));
      }
      list.length = slab.end;
      this.#bounds.length = firstBound;
      this.#isEastward = !this.#isEastward;
      this.#walked += slab.end - from;
      if (this.#walked < linesPerStep) continue;
      this.#walked = 0;
      yield;
    }
    list.length = from;
    cuts.length = firstCut;
    if (isEastward === this.#isEastward) this.#skip(first, end, north);
    this.#isEastward = isEastward;
  }

  /** Goes to the other side of a room at its northern end. */
  #skip(first: number, end: number, north: number): void {
    const { high, part } = this.#lines;
    for (let at = first; at < end; at++) {
      const line = this.#list.values[at] as number;
      if ((high.values[line] as number) >= north) this.#state.flip(part.values[line] as number, 0);
    }
  }

  /** Pushes the latitudes where a room is cut, and its northern end. @returns how often its slabs were halved */
  #cut({ first, end, south, north, halvings }: Room): number {
    const { values, length } = this.#latitudesIn(first, end, south, north);
    const cuts = this.#cuts;
    if (length === 0 && end - first > largestGroup) {
      cuts.push((south + north) / 2);
      cuts.push(north);
      return halvings + 1;
    }
    const parts = length <= fewCuts ? length + 1 : slabsOfMany;
    for (let part = 1; part < parts; part++) {
      cuts.push(values[Math.floor((part * (length + 1)) / parts) - 1] as number);
    }
    cuts.push(north);
    return halvings;
  }

  /** The latitudes in a room where lines begin or end, ascending. */
  #latitudesIn(first: number, end: number, south: number, north: number): NumberList {
    const { low, high } = this.#lines;
    const latitudes = this.#latitudes;
    latitudes.length = 0;
    for (let at = first; at < end; at++) {
      const line = this.#list.values[at] as number;
      const [from, to] = [low.values[line] as number, high.values[line] as number];
      if (from > south && from < north) latitudes.push(from);
      if (to > south && to < north) latitudes.push(to);
    }
    if (latitudes.length === 0) return latitudes;
    const sorted = sortNumbers(latitudes);
    let kept = 0;
    for (let at = 1; at < latitudes.length; at++) {
      if (sorted[at] !== sorted[kept]) sorted[++kept] = sorted[at] as number;
    }
    latitudes.length = kept + 1;
    return latitudes;
  }

  /** Adds the lines of a room that begin in a slab. @returns the place of the first that begins north of it */
  #addStarted(started: number, end: number, { south, north }: Slab): number {
    const { low, high } = this.#lines;
    const list = this.#list;
    let next = started;
    for (; next < end; next++) {
      const line = list.values[next] as number;
      if ((low.values[line] as number) >= north) break;
      if ((high.values[line] as number) <= south) continue;
      list.push(line);
      this.#norths[line] = this.#at(line, south);
    }
    return next;
  }

  /**
   * Removes the lines that ended south of a slab, finds where the others are in it, and moves those that run through it to
   * the front, from west to east. The rest keeps its order.
   */
  #arrange(slab: Slab): void {
    const { first, south, north } = slab;
    const low = this.#lines.low.values;
    const high = this.#lines.high.values;
    const list = this.#list;
    const others = this.#others;
    others.clear();
    let through = first;
    let sorted = first;
    for (let at = first; at < list.length; at++) {
      const line = list.values[at] as number;
      const end = high[line] as number;
      if (end <= south) continue;
      // where the slab before it ended
      this.#souths[line] = this.#norths[line] as number;
      this.#norths[line] = this.#northOf(line, north);
      if (end < north || (low[line] as number) > south) {
        others.push(line);
        continue;
      }
      list.values[through++] = line;
      if (at < slab.through) sorted = through;
    }
    list.length = through;
    for (let at = 0; at < others.length; at++) list.push(others.values[at] as number);
    this.#sort(first, sorted, through);
    slab.through = through;
    slab.end = list.length;
  }

  /** Sorts lines by where they are at the southern end, equal ones by where they go. */
  #sort(first: number, sorted: number, end: number): void {
    const { values } = this.#list;
    if (end - sorted <= few) {
      this.#sortByInsertion(first, end);
      return;
    }
    this.#sortByInsertion(first, sorted);
    const added = values.slice(sorted, end).sort((a, b) => this.#compare(a, b));
    let old = sorted - 1;
    let place = end - 1;
    for (let at = added.length - 1; at >= 0; place--) {
      const isOldNext = old >= first && this.#compare(values[old] as number, added[at] as number) > 0;
      values[place] = isOldNext ? (values[old--] as number) : (added[at--] as number);
    }
  }

  #sortByInsertion(first: number, end: number): void {
    const { values } = this.#list;
    const souths = this.#souths;
    const norths = this.#norths;
    for (let at = first + 1; at < end; at++) {
      const line = values[at] as number;
      const from = souths[line] as number;
      const to = norths[line] as number;
      let place = at;
      for (; place > first; place--) {
        const other = values[place - 1] as number;
        const otherFrom = souths[other] as number;
        if (otherFrom < from || (otherFrom === from && (norths[other] as number) <= to)) break;
        values[place] = other;
      }
      values[place] = line;
    }
  }

  #compare(a: number, b: number): number {
    return (
      (this.#souths[a] as number) - (this.#souths[b] as number) ||
      (this.#norths[a] as number) - (this.#norths[b] as number)
    );
  }

  /** Divides a slab into walls and rooms, from west to east. */
  #divide(slab: Slab): void {
    this.#findGroups(slab.first, slab.through);
    if (slab.through < slab.end) this.#findRooms(slab);
    slab.rooms = this.#bounds.length - slab.firstBound;
    this.#bounds.push(this.#list.length);
  }

  /**
   * Walks through a slab, to its other side or to a room that must be cut.
   *
   * @param from how many walls and rooms have been passed
   * @returns how many have been passed then
   */
  #walk(slab: Slab, from: number): number {
    const { south, north, rooms } = slab;
    const isMixed = slab.through < slab.end;
    this.#bands.integrate(south, north);
    const { zone, moment } = this.#bands;
    if (from === 0) this.#begin(slab, south, north);
    else this.#pass(this.#roomAt(slab, from - 1), south, north);
    for (let step = from; step < rooms; step++) {
      const bound = this.#boundAt(slab, step);
      const first = this.#bounds.values[bound] as number;
      const end = this.#bounds.values[bound + 1] as number;
      const line = this.#list.values[first] as number;
      if (end - first === 1 && (!isMixed || this.#runsThrough(line, south, north))) {
        this.#cross(line, 0, 1, south, north, zone, moment);
      } else if (end > first) {
        const room = this.#roomAt(slab, step);
        if (!this.#isSimple(room)) return step;
        this.#untangle(room);
        this.#pass(room, south, north);
      }
    }
    this.#finish(slab, south, north);
    return rooms;
  }

  #boundAt({ firstBound, rooms }: Slab, step: number): number {
    return firstBound + (this.#isEastward ? step : rooms - 1 - step);
  }

  #roomAt(slab: Slab, step: number): Room {
    const { south, north, halvings } = slab;
    const bounds = this.#bounds.values;
    const lines = this.#list.values;
    const bound = this.#boundAt(slab, step);
    const first = bounds[bound] as number;
    const end = bounds[bound + 1] as number;
    const west = first > (bounds[slab.firstBound] as number) ? (lines[first - 1] as number) : slab.west;
    const east = bound + 1 < slab.firstBound + slab.rooms ? (lines[end] as number) : slab.east;
    return { first, end, south, north, west, east, halvings };
  }

  #runsThrough(line: number, south: number, north: number): boolean {
    const { low, high } = this.#lines;
    return (low.values[line] as number) <= south && (high.values[line] as number) >= north;
  }

  /** Pushes where the groups of lines begin that change their order, so that each group stays east of the one before. */
  #findGroups(first: number, end: number): void {
    const lines = this.#list.values;
    const norths = this.#norths;
    const mins = this.#mins;
    let min = Number.POSITIVE_INFINITY;
    for (let at = end - 1; at >= first; at--) {
      min = Math.min(norths[lines[at] as number] as number, min);
      mins[at - first] = min;
    }
    const tolerance = this.#width * closest;
    let max = Number.NEGATIVE_INFINITY;
    for (let at = first; at < end; at++) {
      if (max <= (mins[at - first] as number) + tolerance) this.#bounds.push(at);
      max = Math.max(max, norths[lines[at] as number] as number);
    }
  }

  /** Replaces the groups of a slab by its walls and the rooms between, for which its lines are copied in that order. */
  #findRooms({ first, through, south, north, firstBound }: Slab): void {
    const list = this.#list;
    const bounds = this.#bounds;
    const spotOf = this.#spotOf;
    const spots = this.#findWalls(firstBound, through);
    const rooms = this.#rooms;
    rooms.fill(0, 0, spots);
    for (let at = through; at < list.length; at++) {
      const line = list.values[at] as number;
      const from = this.#spotAt(this.#souths[line] as number, Math.max(this.#lines.low.values[line] as number, south));
      const to = this.#spotAt(this.#norths[line] as number, Math.min(this.#lines.high.values[line] as number, north));
      const west = Math.min(from, to);
      spotOf[line] = west;
      // walls that it meets are none
      rooms[west] = (rooms[west] as number) + 1;
      rooms[west + Math.abs(to - from)] = (rooms[west + Math.abs(to - from)] as number) - 1;
    }
    bounds.length = firstBound;
    let reaching = 0;
    for (let spot = 0; spot < spots; spot++) {
      if (reaching === 0) bounds.push(0);
      reaching += rooms[spot] as number;
      rooms[spot] = bounds.length - 1;
    }
    this.#copyIntoRooms(first, firstBound);
  }

  /** Finds the walls of a slab among its groups, and the spots of their lines. @returns the number of spots */
  #findWalls(firstBound: number, through: number): number {
    const walls = this.#walls;
    const bounds = this.#bounds;
    walls.clear();
    bounds.push(through);
    for (let bound = firstBound; bound + 1 < bounds.length; bound++) {
      const from = bounds.values[bound] as number;
      const to = bounds.values[bound + 1] as number;
      const isWall = to - from === 1;
      for (let at = from; at < to; at++) {
        this.#spotOf[this.#list.values[at] as number] = walls.length * 2 + (isWall ? 1 : 0);
      }
      if (isWall) walls.push(this.#list.values[from] as number);
    }
    return walls.length * 2 + 1;
  }

  /** The spot between two walls where a point is: the same for all lines that end there, however it is rounded. */
  #spotAt(x: number, latitude: number): number {
    const walls = this.#walls.values;
    let low = 0;
    let high = this.#walls.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at(walls[middle] as number, latitude) < x) low = middle + 1;
      else high = middle;
    }
    return low * 2;
  }

  /** Copies the lines of a slab, those of one room after the other: a counting sort. */
  #copyIntoRooms(first: number, firstBound: number): void {
    const list = this.#list;
    const starts = this.#bounds.values;
    const end = list.length;
    for (let at = first; at < end; at++) {
      const room = this.#roomOf(list.values[at] as number);
      starts[room] = (starts[room] as number) + 1;
      list.push(0);
    }
    let next = end;
    for (let room = firstBound; room < this.#bounds.length; room++) {
      next += starts[room] as number;
      starts[room] = next;
    }
    for (let at = end - 1; at >= first; at--) {
      const line = list.values[at] as number;
      const room = this.#roomOf(line);
      starts[room] = (starts[room] as number) - 1;
      list.values[starts[room] as number] = line;
    }
  }

  #roomOf(line: number): number {
    return this.#rooms[this.#spotOf[line] as number] as number;
  }

  /** Whether a room is solved at once: lines that run through it, few or in a thin slab. */
  #isSimple({ first, end, south, north, halvings }: Room): boolean {
    if (end - first > largestGroup && halvings < mostHalvings) return false;
    for (let at = first; at < end; at++) {
      if (!this.#runsThrough(this.#list.values[at] as number, south, north)) return false;
    }
    return true;
  }

  /** Walks through lines that cross each other: to and fro between the latitudes of their crossings. */
  #untangle(room: Room): void {
    const { first, end, south, north } = room;
    const shares = this.#crossings(first, end);
    const isEastward = this.#isEastward;
    let from = 0;
    for (let at = 0; at < shares.length; at++) {
      const to = shares.values[at] as number;
      if (to <= from) continue;
      const low = south + (north - south) * from;
      const high = south + (north - south) * to;
      if (high <= low) continue;
      this.#bands.integrate(low, high);
      const { zone, moment } = this.#bands;
      this.#sortGroup(first, end, (from + to) / 2);
      this.#begin(room, low, high);
      for (let step = 0; step < end - first; step++) {
        const line = this.#order[this.#isEastward ? step : end - first - 1 - step] as number;
        this.#cross(line, from, to, low, high, zone, moment);
      }
      this.#finish(room, low, high);
      this.#isEastward = !this.#isEastward;
      from = to;
    }
    if (isEastward === this.#isEastward) this.#skip(first, end, north);
    this.#isEastward = isEastward;
  }

  /** Where the lines of a group cross, as ascending shares of the slab's height, and 1. */
  #crossings(first: number, end: number): NumberList {
    const lines = this.#list.values;
    const shares = this.#shares;
    shares.length = 0;
    for (let west = first; west < end && end - first <= largestGroup; west++) {
      const [westSouth, westNorth] = [
        this.#souths[lines[west] as number] as number,
        this.#norths[lines[west] as number] as number,
      ];
      for (let east = west + 1; east < end; east++) {
        const closed = westNorth - (this.#norths[lines[east] as number] as number);
        if (closed <= 0) continue;
        const gap = (this.#souths[lines[east] as number] as number) - westSouth;
        shares.push(gap / (gap + closed));
      }
    }
    shares.push(1);
    sortNumbers(shares);
    return shares;
  }

  /** Sorts the lines of a group by where they are at a share of the slab's height. */
  #sortGroup(first: number, end: number, share: number): void {
    const lines = this.#list.values;
    const order = this.#order;
    for (let added = first; added < end; added++) {
      const line = lines[added] as number;
      const own = this.#between(line, share);
      let place = added - first;
      for (; place > 0 && this.#between(order[place - 1] as number, share) > own; place--) {
        order[place] = order[place - 1] as number;
      }
      order[place] = line;
    }
  }

  /** Where a line is at a share of the slab's height. */
  #between(line: number, share: number): number {
    const south = this.#souths[line] as number;
    return south + ((this.#norths[line] as number) - south) * share;
  }

  /** Crosses a line between two shares of the slab's height, which are at the latitudes `low` and `high`. */
  #cross(line: number, from: number, to: number, low: number, high: number, zone: number, moment: number): void {
    const south = this.#souths[line] as number;
    const rise = (this.#norths[line] as number) - south;
    const middle = south + (rise * (from + to)) / 2;
    const area = middle * zone + ((rise * (to - from)) / (high - low)) * moment;
    if (this.#onTrapezoid !== undefined) this.#show(middle, low, high);
    this.#state.flip(this.#lines.part.values[line] as number, this.#isEastward ? area : -area);
  }

  /** Where a room's wall, or the side of the box, is in the middle of a slab. */
  #borderAt(wall: number, south: number, north: number): number {
    if (wall === westSide) return 0;
    return wall === eastSide ? this.#width : this.#at(wall, (south + north) / 2);
  }

  /** Begins to show what lies east of a room's western wall, or west of its eastern one. */
  #begin({ west, east }: Borders, south: number, north: number): void {
    if (this.#onTrapezoid === undefined) return;
    this.#lastX = this.#borderAt(this.#isEastward ? west : east, south, north);
  }

  /** Goes on behind a room that was shown in parts. */
  #pass({ west, east }: Borders, south: number, north: number): void {
    if (this.#onTrapezoid === undefined) return;
    this.#lastX = this.#borderAt(this.#isEastward ? east : west, south, north);
  }

  #finish({ west, east }: Borders, south: number, north: number): void {
    if (this.#onTrapezoid === undefined) return;
    this.#show(this.#borderAt(this.#isEastward ? east : west, south, north), south, north);
  }

  #show(x: number, south: number, north: number): void {
    const last = this.#lastX;
    this.#lastX = x;
    this.#onTrapezoid?.(Math.min(last, x), Math.max(last, x), (south + north) / 2, north - south);
  }
}
