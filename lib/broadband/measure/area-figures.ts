import type { Availability } from '#lib/broadband/availability.ts';
import { type MeasuredOffers, ranks, type Subject } from './measured-offers.ts';
import type { Tally } from './tally.ts';

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
