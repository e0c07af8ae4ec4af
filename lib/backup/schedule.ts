import type { EpochMs } from '#lib/time/auckland.ts';

/** A backup is late when the last one is older than this many times the interval. */
const lateAfter = 1.5;
/** Between two full backups there are increments for at most this long. */
export const fullEveryMs = 86_400_000;

/** Whether the time for the next backup has come. A clock that was set back must not stop them. */
export function isBackupDue(lastAt: EpochMs | undefined, everyMs: number, nowMs: EpochMs): boolean {
  return lastAt === undefined || Math.abs(nowMs - lastAt) >= everyMs;
}

/** Whether the last backup is older than it may be. */
export function isBackupLate(lastAt: EpochMs | undefined, everyMs: number, nowMs: EpochMs): boolean {
  return lastAt === undefined || Math.abs(nowMs - lastAt) > lateAfter * everyMs;
}
