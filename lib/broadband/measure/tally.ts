import type { ChangeKind } from './changed-points.ts';
import { ALTERED, CLASSES } from './subject-state.ts';

/** Sums below this share of a cell are what rounding leaves where nothing is. */
const negligible = 1e-12;

/** Adds up square metres for each subject (see `MeasuredOffers`) by what was and is offered. */
export class Tally {
  readonly #sums: Float64Array;

  constructor(subjects: number) {
    this.#sums = new Float64Array(subjects * CLASSES);
  }

  /** Adds the sums that a subject has by class in a cell with this area. */
  add(subject: number, sums: Float64Array, cellArea: number): void {
    const least = cellArea * negligible;
    // class 0 is where nothing is or was
    for (let place = 1; place < CLASSES; place++) {
      const area = sums[place] as number;
      const sum = subject * CLASSES + place;
      if (area > least) this.#sums[sum] = (this.#sums[sum] as number) + area;
    }
  }

  /** Square metres of a subject where the best offer had one rank and has the other. */
  transition(subject: number, before: number, after: number): number {
    const place = subject * CLASSES + before * 4 + after;
    return (this.#sums[place] as number) + (this.#sums[place + ALTERED] as number);
  }

  /** Square metres of a subject that were and are offered, but by other offers. */
  altered(subject: number): number {
    return sumOf(this.#sums, subject * CLASSES + ALTERED, CLASSES - ALTERED);
  }
}

/** The square metres of a subject that changed in a cell, from its sums; undefined if none did. */
export function changeIn(sums: Float64Array, cellArea: number): Readonly<Record<ChangeKind, number>> | undefined {
  const least = cellArea * negligible;
  const atLeast = (area: number) => (area > least ? area : 0);
  const gained = atLeast(sumOf(sums, 1, 3));
  const lost = atLeast((sums[4] as number) + (sums[8] as number) + (sums[12] as number));
  const altered = atLeast(sumOf(sums, ALTERED, CLASSES - ALTERED));
  return gained + lost + altered > 0 ? { gained, lost, altered } : undefined;
}

function sumOf(sums: Float64Array, first: number, count: number): number {
  let sum = 0;
  for (let place = first; place < first + count; place++) sum += sums[place] as number;
  return sum;
}
