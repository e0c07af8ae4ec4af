import type { Availability } from '#lib/broadband/availability.ts';
import { type MeasuredOffers, ranks, type Subject } from './measured-offers.ts';
import type { Tally } from './tally.ts';

/** The availabilities that count as offered. */
export type Offered = Exclude<Availability, 'Not Available'>;

/** Square kilometres by the best availability of each place (N6). */
export type AreaByAvailability = Readonly<Record<Offered, number>>;

/**
 * The figures of a technology, or of one provider's part of it. All areas are square kilometres on the ellipsoid within
 * the measured rectangle; the true ones lie within the error with a probability above 0.999999.
 */
export interface AreaFigure extends Subject {
  readonly before: AreaByAvailability;
  readonly after: AreaByAvailability;
  /** The error of `before`, `after` and `unchanged`. */
  readonly error: number;
  /** Offered only now, only before, and both. */
  readonly gained: number;
  readonly lost: number;
  readonly unchanged: number;
  /** The part of the unchanged area with other offers, in speed, availability or provider. */
  readonly altered: number;
  /** The error of `gained`, `lost` and `altered`. */
  readonly changeError: number;
}

const squareKilometre = 1e6;

/** The figures of all subjects, technologies first. */
export function areaFigures({ subjects }: MeasuredOffers, tally: Tally): AreaFigure[] {
  return subjects.map((subject, number) => {
    const sum = (from: readonly number[], to: readonly number[]) => {
      let total = 0;
      for (const before of from) for (const after of to) total += tally.transition(number, before, after);
      return total / squareKilometre;
    };
    const { area, change } = tally.errors(number);
    return {
      ...subject,
      before: byAvailability((rank) => sum([rank], every)),
      after: byAvailability((rank) => sum(every, [rank])),
      error: area / squareKilometre,
      gained: sum(nothing, offered),
      lost: sum(offered, nothing),
      unchanged: sum(offered, offered),
      altered: tally.altered(number) / squareKilometre,
      changeError: change / squareKilometre,
    };
  });
}

/** The area where anything is offered, available or not yet. */
export function totalOf({ Available, Underway, Planned }: AreaByAvailability): number {
  return Available + Underway + Planned;
}

/** Whether every figure is within 0.5 % or 0.1 km² of the true one; gained, lost and altered are taken together. */
export function isPrecise(offers: MeasuredOffers, tally: Tally): boolean {
  return areaFigures(offers, tally).every(({ before, after, error, gained, lost, altered, changeError }) => {
    const smaller = Math.min(totalOf(before) || Infinity, totalOf(after) || Infinity);
    return isSmall(error, smaller) && isSmall(changeError, gained + lost + altered);
  });
}

function isSmall(error: number, figure: number): boolean {
  return error <= 0.1 || error <= 0.005 * figure;
}

const nothing = [0];
const offered = [1, 2, 3];
const every = [...nothing, ...offered];

function byAvailability(areaOf: (rank: number) => number): AreaByAvailability {
  const of = (availability: Offered) => areaOf(ranks.indexOf(availability));
  return { Available: of('Available'), Underway: of('Underway'), Planned: of('Planned') };
}
