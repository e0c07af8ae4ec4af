import type { Availability } from '#lib/broadband/availability.ts';
import type { ChangeKind } from './changed-points.ts';
import { type MeasuredOffers, ranks, type Subject } from './measured-offers.ts';
import { ALTERED, CLASSES } from './subject-state.ts';

/** The availabilities that count as offered. */
export type Offered = Exclude<Availability, 'Not Available'>;

/** An area by the best availability of each place (N6). */
export type AreaByAvailability = Readonly<Record<Offered, number>>;

/**
 * The figures of a technology, or of one provider's part of it. All areas are square kilometres on the ellipsoid within
 * the measured rectangle, exact but for the rounding of sums in float64.
 */
export interface AreaFigure extends Subject {
  readonly before: AreaByAvailability;
  readonly after: AreaByAvailability;
  /** Offered only now, only before, and both. */
  readonly gained: number;
  readonly lost: number;
  readonly unchanged: number;
  /** The part of the unchanged area with other offers, in speed, availability or provider. */
  readonly altered: number;
}

/** What a version offers in all, by subject; square kilometres. */
export type AreaTotals = readonly {
  readonly technologyId: number;
  /** Left out for the technology as a whole. */
  readonly providerId?: number;
  readonly areas: AreaByAvailability;
}[];

const squareKilometre = 1e6;

/** Differences of sums below this share of them are what rounding leaves of nothing. */
const negligible = 1e-11;

/**
 * The figures of all subjects, technologies first.
 *
 * @param tally what differs between two versions
 * @param totals what the version before offers in all
 */
export function areaFigures({ subjects }: MeasuredOffers, tally: Tally, totals: AreaTotals): AreaFigure[] {
  return subjects.map((subject, number) => {
    const before = totalOfSubject(totals, subject);
    const sum = (from: readonly number[], to: readonly number[]) => {
      let total = 0;
      for (const then of from) for (const now of to) if (then !== now) total += tally.transition(number, then, now);
      return total / squareKilometre;
    };
    const [gained, lost] = [sum(nothing, offered), sum(offered, nothing)];
    return {
      ...subject,
      before,
      after: byAvailability((rank, availability) => {
        const [come, gone] = [sum(every, [rank]), sum([rank], every)];
        return withoutRest(before[availability] + come - gone, before[availability] + come);
      }),
      gained,
      lost,
      unchanged: withoutRest(totalOf(before) - lost, totalOf(before)),
      altered: tally.altered(number) / squareKilometre,
    };
  });
}

/** What a version that was measured on its own offers in all. */
export function areaTotals({ subjects }: MeasuredOffers, tally: Tally): AreaTotals {
  return subjects.map((subject, number) =>
    totalFor(
      subject,
      byAvailability((rank) => tally.transition(number, 0, rank) / squareKilometre),
    ),
  );
}

/** What a subject offers in all. */
export function totalFor({ technologyId, providerId }: Subject, areas: AreaByAvailability): AreaTotals[number] {
  return { technologyId, ...(providerId === undefined ? {} : { providerId }), areas };
}

/** The area where anything is offered, available or not yet. */
export function totalOf({ Available, Underway, Planned }: AreaByAvailability): number {
  return Available + Underway + Planned;
}

function totalOfSubject(totals: AreaTotals, { technologyId, providerId }: Subject): AreaByAvailability {
  const own = totals.find((total) => total.technologyId === technologyId && total.providerId === providerId);
  return own?.areas ?? { Available: 0, Underway: 0, Planned: 0 };
}

function withoutRest(difference: number, scale: number): number {
  return difference > scale * negligible ? difference : 0;
}

const nothing = [0];
const offered = [1, 2, 3];
const every = [...nothing, ...offered];

function byAvailability(areaOf: (rank: number, availability: Offered) => number): AreaByAvailability {
  const of = (availability: Offered) => areaOf(ranks.indexOf(availability), availability);
  return { Available: of('Available'), Underway: of('Underway'), Planned: of('Planned') };
}

/** Sums below this share of a cell are what rounding leaves where nothing is. */
const negligibleInCell = 1e-12;

/** Adds up square metres for each subject (see `MeasuredOffers`) by what was and is offered. */
export class Tally {
  readonly #sums: Float64Array;

  constructor(subjects: number) {
    this.#sums = new Float64Array(subjects * CLASSES);
  }

  /** Adds the sums that a subject has by class in a cell with this area. */
  add(subject: number, sums: Float64Array, cellArea: number): void {
    const least = cellArea * negligibleInCell;
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
  const least = cellArea * negligibleInCell;
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
