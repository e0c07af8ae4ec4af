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

/** Processor time of a machine in milliseconds, over all its processors: of this process, of all others, and with what was idle. */
export interface ProcessorTime {
  readonly own: number;
  readonly others: number;
  readonly total: number;
}

/** What a backup takes of a busy machine's processor time; what it costs callers in memory and disk comes on top. */
const shareWhenBusy = 0.04;
/** While others use less than this share, a backup takes what would be idle. */
const busyFrom = 1 / 3;

/**
 * How long to rest after work, so that callers of a busy machine lose a tenth of their throughput at most.
 *
 * @param spent while the work was done
 * @returns milliseconds; 0 on a machine that is not busy
 */
export function restAfter({ own, others, total }: ProcessorTime, processors: number): number {
  if (others < busyFrom * total) return 0;
  return Math.max(0, (own / shareWhenBusy - total) / processors);
}
