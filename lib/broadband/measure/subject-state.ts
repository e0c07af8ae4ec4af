import { IntList } from '#lib/broadband/coverage/number-list.ts';
import type { MeasuredOffers } from './measured-offers.ts';

/** The versions that a part belongs to, as bits. */
export const BEFORE = 1;
export const AFTER = 2;

/**
 * What is offered at a place: rank before × 4 + rank after, 0 to 3 each, and 16 more where something is and was offered,
 * but by other offers.
 */
export const CLASSES = 32;
export const ALTERED = 16;

/** What is at one place of a cell, for whoever walks through the cell line by line. */
export interface PlaceState {
  /** Crosses a line of a part. `area` lies behind: it is added to what was there, and taken from what is now. */
  flip(part: number, area: number): void;
  /** Adds an area to what is at this place. */
  add(area: number): void;
}

/**
 * What one subject offers at one place of a cell, and the areas in square metres by what is offered there. Whoever walks
 * through the cell calls `flip` for each line that is crossed.
 */
export class SubjectState implements PlaceState {
  readonly sums = new Float64Array(CLASSES);
  /** What is offered at this place. */
  class = 0;
  readonly #rankOf: Uint8Array;
  /** By offer number × 2, and one more for after: how many of its parts the place is in. */
  readonly #parts: Int32Array;
  /** By rank, and from 4 on for after: how many offers are offered. */
  readonly #offered = new Int32Array(8);
  /** How many offers are offered in one version only. */
  #differing = 0;
  /** By part of the cell. */
  readonly #offerOfPart = new IntList();
  readonly #versionsOfPart = new IntList();
  readonly #isInPart = new IntList();

  constructor({ distinct }: MeasuredOffers) {
    this.#rankOf = Uint8Array.from(distinct, ({ rank }) => rank);
    this.#parts = new Int32Array(distinct.length * 2);
  }

  /** Adds a part of the cell. @returns its number, for `flip` */
  addPart(offer: number, versions: number): number {
    this.#offerOfPart.push(offer);
    this.#versionsOfPart.push(versions);
    this.#isInPart.push(0);
    return this.#offerOfPart.length - 1;
  }

  /** Crosses a line of a part. `area` lies behind: it is added to what was offered, and taken from what is now. */
  flip(part: number, area: number): void {
    const isIn = 1 - (this.#isInPart.values[part] as number);
    this.#isInPart.values[part] = isIn;
    const offer = this.#offerOfPart.values[part] as number;
    const versions = this.#versionsOfPart.values[part] as number;
    const change = isIn * 2 - 1;
    let changed = 0;
    if (versions & BEFORE) changed = this.#count(offer * 2, isIn, change);
    if (versions & AFTER) changed |= this.#count(offer * 2 + 1, isIn, change) << 1;
    if (changed === 0) return;
    const rank = this.#rankOf[offer] as number;
    const offered = this.#offered;
    if (changed & BEFORE) offered[rank] = (offered[rank] as number) + change;
    if (changed & AFTER) offered[rank + 4] = (offered[rank + 4] as number) + change;
    const differs = (this.#parts[offer * 2] === 0) !== (this.#parts[offer * 2 + 1] === 0);
    this.#differing += differs ? 1 : -1;
    const now = this.#classify();
    if (now === this.class) return;
    const { sums } = this;
    sums[this.class] = (sums[this.class] as number) + area;
    sums[now] = (sums[now] as number) - area;
    this.class = now;
  }

  /** Adds an area to what is offered at this place. */
  add(area: number): void {
    this.sums[this.class] = (this.sums[this.class] as number) + area;
  }

  /** Forgets the cell. */
  clear(): void {
    for (let part = 0; part < this.#isInPart.length; part++) {
      if (this.#isInPart.values[part] === 1) this.flip(part, 0);
    }
    this.sums.fill(0);
    this.#offerOfPart.clear();
    this.#versionsOfPart.clear();
    this.#isInPart.clear();
  }

  /** @returns whether the offer begins or ends here (0 or 1) */
  #count(at: number, isIn: number, change: number): number {
    const count = (this.#parts[at] as number) + change;
    this.#parts[at] = count;
    return count === isIn ? 1 : 0;
  }

  #classify(): number {
    const before = this.#best(0);
    const after = this.#best(4);
    const isAltered = this.#differing > 0 && before > 0 && after > 0;
    return before * 4 + after + (isAltered ? ALTERED : 0);
  }

  #best(first: number): number {
    const offered = this.#offered;
    if (offered[first + 3] !== 0) return 3;
    if (offered[first + 2] !== 0) return 2;
    return offered[first + 1] === 0 ? 0 : 1;
  }
}
