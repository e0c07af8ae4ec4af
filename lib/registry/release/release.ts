import type { Reason } from '#lib/refusal.ts';
import { aucklandMidnight, type EpochMs, type EpochSeconds, instantOfWallTime, wallTime } from '#lib/time/auckland.ts';

/** How long a cancelled name is pending, in calendar days. */
export const pendingReleaseDays = 90;
/** How long after midnight the names that a job releases become available. */
export const windowSeconds = 34;
const dayMs = 86_400_000;
const windowMs = windowSeconds * 1000;

/**
 * When a cancelled name is due for release: 90 calendar days later at the same wall-clock time in Auckland. A time in
 * the spring gap moves forward by the gap, one that occurs twice is the later (R8).
 */
export function releaseDate(cancelled: EpochSeconds): EpochSeconds {
  return instantOfWallTime(wallTime(cancelled * 1000) + pendingReleaseDays * dayMs) / 1000;
}

/** When the maintenance window of a job ends and its names become available: 00:00:34 (R9). */
export function windowEnd(scheduleDate: EpochMs): EpochMs {
  return scheduleDate + windowMs;
}

/** When a window last ended: the last time that the droplist changed by time alone (R13). */
export function latestWindowEnd(now: EpochMs): EpochMs {
  return windowEnd(aucklandMidnight(now - windowMs, 0));
}

/** The schedule date of the last job that was due: the Auckland midnight at the start of this day (R9). */
export function latestJob(now: EpochMs): EpochMs {
  return aucklandMidnight(now, 0);
}

/** The schedule date of the next job; at a schedule date itself, the one a day later (R9). */
export function nextScheduleDate(now: EpochMs): EpochMs {
  return aucklandMidnight(now, 1);
}

/** The schedule dates of the next two jobs. A job counts as next until its window ends (R10). */
export function nextJobs(now: EpochMs): [EpochMs, EpochMs] {
  // 34 seconds ago, the job whose window is still open was to come
  return [aucklandMidnight(now - windowMs, 1), aucklandMidnight(now - windowMs, 2)];
}

/**
 * The schedule dates of the jobs that release the names of the droplist, in order: the next two, without those that have
 * run, and if both have, because the clock was set back, the first that has not (R10).
 *
 * @param ranUntil the schedule date of the last job that has run; undefined before the first
 */
export function jobsToRun(now: EpochMs, ranUntil: EpochMs | undefined): EpochMs[] {
  const next = nextJobs(now);
  if (ranUntil === undefined) return next;
  const left = next.filter((job) => job > ranUntil);
  return left.length > 0 ? left : [nextScheduleDate(ranUntil)];
}

/** The schedule date of the first job that takes names of this release date: later, not equal (R9). */
export function firstJobTaking(release: EpochSeconds): EpochMs {
  return nextScheduleDate(release * 1000);
}

/**
 * The latest cancel date of the names that the job of a schedule date takes: `cancelled <= latestCancelledTaken(job)`
 * selects them.
 *
 * Release dates are not quite in the order of cancel dates: in autumn's doubled hour they step back by up to an hour.
 * But clocks never change near midnight, the day of the release is the day of the cancellation plus 90, and those days
 * are in order. So a job takes what was cancelled before the midnight 90 days before its own.
 */
export function latestCancelledTaken(scheduleDate: EpochMs): EpochSeconds {
  return aucklandMidnight(scheduleDate, -pendingReleaseDays) / 1000 - 1;
}

/**
 * When a cancelled name that no job has marked yet is expected to become available: at the window's end of the first job
 * that can release it or, once that has passed, of the next job that has not run (R9).
 *
 * @param ranUntil the schedule date of the last job that has run; undefined before the first
 */
export function dropDate(cancelled: EpochSeconds, now: EpochMs, ranUntil?: EpochMs): EpochMs {
  const [next = nextJobs(now)[0]] = jobsToRun(now, ranUntil);
  return windowEnd(Math.max(firstJobTaking(releaseDate(cancelled)), next));
}

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

/**
 * Why no release job may run: the register is older than `FEED_MAX_AGE` allows, so a restoration may be missing from it.
 * Its age counts from when the import of the last file began.
 *
 * @param importedAt when that was; undefined when no file has been imported
 * @param maxAgeMs undefined for any age
 * @returns undefined when jobs may run
 */
export function stalenessOf(
  importedAt: EpochMs | undefined,
  now: EpochMs,
  maxAgeMs: number | undefined,
): Reason | undefined {
  if (maxAgeMs === undefined) return undefined;
  if (importedAt === undefined) return { code: 'never-imported', maxAgeMs };
  return now - importedAt > maxAgeMs ? { code: 'register-too-old', importedAt, maxAgeMs } : undefined;
}
