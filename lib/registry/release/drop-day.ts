import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { latestCancelledTaken, nextJobs } from './release.ts';

/** Days in Auckland: `from` is the midnight that begins the first, `until` the one that ends the last. */
export interface Days {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/**
 * Between which cancel dates (both inclusive) those names were cancelled that no job has marked yet and that drop on
 * these days, as `dropDate` expects it: the job at a day's midnight takes what the one before it left, and the next job
 * to come whatever was missed.
 */
export function cancelledToDrop({ from, until }: Days, now: EpochMs): { first: EpochSeconds; last: EpochSeconds } {
  const [nextJob] = nextJobs(now);
  const lastJob = aucklandMidnight(until - 1, 0);
  if (lastJob < nextJob) return { first: 0, last: -1 };
  const first = from <= nextJob ? Number.NEGATIVE_INFINITY : latestCancelledTaken(aucklandMidnight(from - 1, 0)) + 1;
  return { first, last: latestCancelledTaken(lastJob) };
}
