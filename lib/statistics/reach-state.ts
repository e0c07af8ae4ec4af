import { IntList } from '#lib/broadband/coverage/number-list.ts';
import type { PlaceState } from '#lib/broadband/measure/subject-state.ts';
import type { OfferGroup } from './offer-groups.ts';
import { type Reach, reaches, reachOf, speedSteps } from './reach.ts';

/** Where a place is outside the area that is measured. */
const outside = -1;

/** The number of the area among the kinds of parts; groups follow. */
const ofArea = 0;

/** What reaches one place of a cell, if it lies in an area, and the areas in square metres by reach. */
export class ReachState implements PlaceState {
  readonly #sums = new Float64Array(reaches);
  readonly #isSummed = new Uint8Array(reaches);
  #summed: Reach[] = [];
  /** By kind of part: how many of its parts the place is in. */
  readonly #parts: Int32Array;
  readonly #groups: readonly OfferGroup[];
  /** By rank × steps + step: how many groups are offered. */
  readonly #offered = new Int32Array(4 * speedSteps.length);
  readonly #isOffered = (rank: number, step: number) => (this.#offered[rank * speedSteps.length + step] as number) > 0;
  readonly #kindOfPart = new IntList();
  readonly #isInPart = new IntList();
  #reach: Reach = 0;
  #now: number = outside;

  constructor(groups: readonly OfferGroup[]) {
    this.#groups = groups;
    this.#parts = new Int32Array(groups.length + 1);
  }

  /** What reaches the place, in the area or not. */
  get reach(): Reach {
    return this.#reach;
  }

  /** Adds a part of the area. @returns its number, for `flip` */
  addPartOfArea(): number {
    return this.#addPart(ofArea);
  }

  /** Adds a part of a group, by the group's number. @returns its number, for `flip` */
  addPartOfGroup(group: number): number {
    return this.#addPart(group + 1);
  }

  flip(part: number, area: number): void {
    const isIn = 1 - (this.#isInPart.values[part] as number);
    this.#isInPart.values[part] = isIn;
    const kind = this.#kindOfPart.values[part] as number;
    const count = (this.#parts[kind] as number) + isIn * 2 - 1;
    this.#parts[kind] = count;
    // one of several parts that cover the place
    if (count !== isIn) return;
    if (kind !== ofArea) this.#count(kind - 1, isIn);
    const now = (this.#parts[ofArea] as number) > 0 ? this.#reach : outside;
    if (now === this.#now) return;
    this.#sum(this.#now, area);
    this.#sum(now, -area);
    this.#now = now;
  }

  add(area: number): void {
    this.#sum(this.#now, area);
  }

  /** The sums so far, by reach; what lies outside the area is not among them. */
  *sums(): Generator<readonly [Reach, squareMetres: number], void> {
    for (const reach of this.#summed) yield [reach, this.#sums[reach] as number];
  }

  /** Forgets the cell. */
  clear(): void {
    for (let part = 0; part < this.#isInPart.length; part++) {
      if (this.#isInPart.values[part] === 1) this.flip(part, 0);
    }
    for (const reach of this.#summed) {
      this.#sums[reach] = 0;
      this.#isSummed[reach] = 0;
    }
    this.#summed = [];
    this.#kindOfPart.clear();
    this.#isInPart.clear();
  }

  #addPart(kind: number): number {
    this.#kindOfPart.push(kind);
    this.#isInPart.push(0);
    return this.#isInPart.length - 1;
  }

  #count(group: number, isIn: number): void {
    const { rank, step } = this.#groups[group] as OfferGroup;
    const place = rank * speedSteps.length + step;
    const count = (this.#offered[place] as number) + isIn * 2 - 1;
    this.#offered[place] = count;
    // where several technologies count together, groups may be alike
    if (count === isIn) this.#reach = reachOf(this.#isOffered);
  }

  #sum(reach: number, area: number): void {
    if (reach === outside) return;
    if (this.#isSummed[reach] === 0) {
      this.#isSummed[reach] = 1;
      this.#summed.push(reach);
    }
    this.#sums[reach] = (this.#sums[reach] as number) + area;
  }
}
