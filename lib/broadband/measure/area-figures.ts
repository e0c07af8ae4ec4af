import type { Availability } from '#lib/broadband/availability.ts';
import { type MeasuredOffers, ranks, type Subject } from './measured-offers.ts';
import type { Tally } from './tally.ts';

/** Availabilities that offer something. */
export type Offered = Exclude<Availability, 'Not Available'>;

/** Square kilometres by the best availability there (N6): a place that is both counts as the better. */
export type AreaByAvailability = Readonly<Record<Offered, number>>;

/**
 * What is told of a technology, or of one provider's part of it. All areas are square kilometres on the ellipsoid within
 * the measured rectangle; the true ones lie within the error with a probability above 0.999999.
 */
export interface AreaFigure extends Subject {
  readonly before: AreaByAvailability;
  readonly after: AreaByAvailability;
  /** Of what is or was offered. */
  readonly error: number;
  /** Offered now and not before, before and not now, and both. */
  readonly gained: number;
  readonly lost: number;
  readonly unchanged: number;
  /** Of the unchanged area: where the offers themselves are others, in speed, availability or provider. */
  readonly altered: number;
  /** Of what was gained, lost or altered. */
  readonly changeError: number;
}

const squareKilometre = 1e6;

/** The figures of every subject, technologies first. */
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

/** All that is offered, however soon. */
export function totalOf({ Available, Underway, Planned }: AreaByAvailability): number {
  return Available + Underway + Planned;
}

/** Whether every figure is within 0.5 % or 0.1 km² of the truth; changes are taken together. */
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
