import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { latestCancelledTaken, nextJobs } from './release.ts';

/** Days in Auckland: `from` is the midnight that begins the first, `until` the midnight that ends the last. */
export interface Days {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/**
 * The cancel dates, first and last included, of the unmarked names that `dropDate` expects to drop on these days. A
 * day's job takes the names that the job before it did not; the next job also takes those that were missed.
 */
export function cancelledToDrop({ from, until }: Days, now: EpochMs): { first: EpochSeconds; last: EpochSeconds } {
  const [nextJob] = nextJobs(now);
  const lastJob = aucklandMidnight(until - 1, 0);
  if (lastJob < nextJob) return { first: 0, last: -1 };
  const first = from <= nextJob ? Number.NEGATIVE_INFINITY : latestCancelledTaken(aucklandMidnight(from - 1, 0)) + 1;
  return { first, last: latestCancelledTaken(lastJob) };
}
