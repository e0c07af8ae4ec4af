import { aucklandMidnight, dayOf, type EpochMs } from '#lib/time/auckland.ts';

/**
 * A time from an instant until now, in the largest parts that are counted: hours, then days, then months. Where it begins in
 * the first half of a month, that is the whole month without its days before: never more than 16 days are read.
 */
export interface WholeParts {
  /** Hours from here up to `hoursUntil`. */
  readonly hoursFrom: EpochMs;
  readonly hoursUntil: EpochMs;
  /** Days of Pacific/Auckland from here up to `daysUntil`. */
  readonly daysFrom: EpochMs;
  readonly daysUntil: EpochMs;
  /** 1 if the days are part of the time, -1 if they are to be taken off the months. */
  readonly daySign: 1 | -1;
  /** The first whole month, such as 202611. */
  readonly firstMonth: number;
}

const lastOfFirstHalf = 16;

/** @param from the start of an hour */
export function wholeParts(from: EpochMs): WholeParts {
  const midnight = aucklandMidnight(from - 1, 1);
  const hours = { hoursFrom: from, hoursUntil: midnight };
  const [year = 0, month = 0, day = 0] = dayOf(midnight).split('-').map(Number);
  if (day <= lastOfFirstHalf) {
    const daysFrom = firstMidnight(new Date(Date.UTC(year, month - 1, 1)));
    return { ...hours, daysFrom, daysUntil: midnight, daySign: -1, firstMonth: year * 100 + month };
  }
  // the months of Date count from 0, so this is the month after
  const next = new Date(Date.UTC(year, month, 1));
  const firstMonth = next.getUTCFullYear() * 100 + next.getUTCMonth() + 1;
  return { ...hours, daysFrom: midnight, daysUntil: firstMidnight(next), daySign: 1, firstMonth };
}

/** The midnight that begins a day; the day is the same one in UTC at 00:00 as here. */
const firstMidnight = (utcMidnight: Date) => aucklandMidnight(utcMidnight.getTime(), 0);
