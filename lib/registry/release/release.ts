import { aucklandMidnight, type EpochMs, type EpochSeconds, instantOfWallTime, wallTime } from '#lib/time/auckland.ts';

const pendingReleaseDays = 90;
const dayMs = 86_400_000;
const windowMs = 34_000;

/**
 * When a cancelled name becomes available to be released: 90 calendar days later at the same wall-clock time in
 * Auckland. A time in the spring gap moves forward by the gap, one that occurs twice is the later (R8).
 */
export function releaseDate(cancelled: EpochSeconds): EpochSeconds {
  return instantOfWallTime(wallTime(cancelled * 1000) + pendingReleaseDays * dayMs) / 1000;
}

/** When the maintenance window of a job ends and the names it took are free: 00:00:34 (R9). */
export function windowEnd(scheduleDate: EpochMs): EpochMs {
  return scheduleDate + windowMs;
}

/** The latest window's end that has come: when time alone last changed the droplist (R13). */
export function latestWindowEnd(now: EpochMs): EpochMs {
  return windowEnd(aucklandMidnight(now - windowMs, 0));
}

/** The schedule date of the latest job whose time has come: the Auckland midnight that began this day (R9). */
export function latestJob(now: EpochMs): EpochMs {
  return aucklandMidnight(now, 0);
}

/** The schedule date of the job whose time comes next; at a schedule date itself, the one a day later (R9). */
export function nextScheduleDate(now: EpochMs): EpochMs {
  return aucklandMidnight(now, 1);
}

/** The schedule dates of the next two jobs. A job counts as next until its window ends (R10). */
export function nextJobs(now: EpochMs): [EpochMs, EpochMs] {
  // 34 seconds ago the job whose window is open was still to come.
  return [aucklandMidnight(now - windowMs, 1), aucklandMidnight(now - windowMs, 2)];
}

/** The schedule date of the first job that takes a release date: the job's is later, not equal (R9). */
export function firstJobTaking(release: EpochSeconds): EpochMs {
  return nextScheduleDate(release * 1000);
}

/**
 * The latest cancel date that the job of a schedule date takes; it takes this and every earlier one, so
 * `cancelled <= latestCancelledTaken(job)` selects its names.
 *
 * Release dates are not quite in the order of cancel dates (in autumn's doubled hour they step back by up to an hour),
 * but no clock change is near midnight: the release's calendar day is the cancel's plus 90, and cancel days are in
 * order. Hence: cancelled before the midnight 90 days before the job's.
 */
export function latestCancelledTaken(scheduleDate: EpochMs): EpochSeconds {
  return aucklandMidnight(scheduleDate, -pendingReleaseDays) / 1000 - 1;
}

/**
 * When a cancelled name that no job has marked yet is expected to be free: the window's end of the first job that takes
 * it, or, when that one has passed without taking it, of the next job to come (R9).
 */
export function dropDate(cancelled: EpochSeconds, now: EpochMs): EpochMs {
  return windowEnd(Math.max(firstJobTaking(releaseDate(cancelled)), nextJobs(now)[0]));
}
