import type { Connection } from '#db/client.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { Lease, leaseBeatMs } from '#db/jobs/lease.ts';
import { dueRelease, runReleaseJob } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { latestJob, nextScheduleDate } from '#lib/registry/release/release.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** The pause after a job that failed, in milliseconds. */
const retryMs = 5000;

type Report = (level: 'info' | 'error', event: Record<string, unknown>) => void;

/**
 * Runs the release job at its minute, each day, and at once when one was missed (R9), as long as this process holds the
 * lease on it. A job that failed frees nothing, raises an alarm and is tried again.
 */
export function scheduleReleases(connection: Connection, report: Report): { stop(): void } {
  const lease = new Lease(connection, 'release job');
  let timer: NodeJS.Timeout | undefined;
  let told: string | undefined;

  function look(): void {
    // looked at so often that a clock that was set is noticed, and a lease that its holder left behind
    let sleepMs = leaseBeatMs;
    try {
      if (lease.hold()) {
        runDue();
        sleepMs = Math.min(leaseBeatMs, nextScheduleDate(now()) - now());
      }
    } catch (fault) {
      fail(fault instanceof Error ? fault : new Error(String(fault)));
      sleepMs = retryMs;
    }
    timer = setTimeout(look, Math.max(1, sleepMs));
  }

  function runDue(): void {
    const due = dueRelease(connection, now());
    if (due !== undefined) {
      const run = runReleaseJob(connection, { ...due, nowMs: now(), feedMaxAgeMs: settings().feedMaxAgeMs });
      report('info', { event: 'release job', ...run });
    }
    clearAlarm(connection, 'release job');
    told = undefined;
  }

  function fail(fault: Error): void {
    const job = formatAuckland(latestJob(now()));
    const sentence =
      fault instanceof Refusal
        ? `The release job of ${job} waits. ${fault.message}`
        : `The release job of ${job} failed and is tried again: ${fault.message}`;
    // the same trouble is told once, not every few seconds
    if (told !== sentence) report('error', { event: 'release job failed', fault: fault.message });
    told = sentence;
    try {
      raiseAlarm(connection, 'release job', sentence, now());
    } catch {
      // a database that takes no alarm is the trouble itself, and the log has it
    }
  }

  look();
  return {
    stop() {
      clearTimeout(timer);
      try {
        lease.release();
      } catch {
        // it lapses by itself
      }
    },
  };
}
