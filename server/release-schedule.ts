import type { Connection } from '#db/client.ts';
import { dueRelease, runReleaseJob } from '#db/release-job.ts';
import { now } from '#lib/clock.ts';
import { nextScheduleDate } from '#lib/registry/release.ts';

/** The longest sleep between two looks at the clock, so that a clock that was set is noticed; milliseconds. */
const longestSleepMs = 30_000;
/** The pause after a job that failed, in milliseconds. */
const retryMs = 5000;

type Report = (level: 'info' | 'error', event: Record<string, unknown>) => void;

/**
 * Runs the release job at its minute, each day, and at once when one was missed (R9). A job that failed frees nothing
 * and is tried again.
 */
export function scheduleReleases(connection: Connection, report: Report): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    let sleepMs = longestSleepMs;
    try {
      const due = dueRelease(connection, now());
      if (due !== undefined) {
        const run = runReleaseJob(connection, { ...due, nowMs: now() });
        report('info', { event: 'release job', ...run });
      }
      sleepMs = Math.min(longestSleepMs, nextScheduleDate(now()) - now());
    } catch (fault) {
      report('error', { event: 'release job failed', fault: fault instanceof Error ? fault.message : String(fault) });
      sleepMs = retryMs;
    }
    timer = setTimeout(look, Math.max(1, sleepMs));
  }

  look();
  return { stop: () => clearTimeout(timer) };
}
