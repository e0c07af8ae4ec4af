import type { Connection } from '#db/client.ts';
import { leaseBeatMs } from '#db/jobs/lease.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { dueRelease, runReleaseJob } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { latestJob, nextScheduleDate } from '#lib/registry/release/release.ts';
import type { LogReport } from './background.ts';
import { lower, messageOf, repeatWithLease } from './leased-task.ts';

/**
 * Runs the release job at midnight each day, and at once when one was missed (R9), while this process has the lease. A
 * job that fails releases nothing, raises an alarm and is tried again.
 */
export function scheduleReleases(connection: Connection, log: LogReport): { stop(): Promise<void> } {
  const subject = 'release job';
  async function run(): Promise<number> {
    requireReleases(connection, latestJob(now()));
    const due = dueRelease(connection, now());
    if (due !== undefined) {
      const order = { ...due, nowMs: now(), feedMaxAgeMs: settings().feedMaxAgeMs };
      log('info', { event: subject, ...(await runReleaseJob(connection, order)) });
    }
    await lower(connection, subject);
    // often enough to notice a clock that was set, and to keep the lease
    return Math.min(leaseBeatMs, nextScheduleDate(now()) - now());
  }
  const retryMs = { withoutLease: leaseBeatMs, afterFault: 5000 };
  return repeatWithLease(connection, { subject, run, alarmOf, retryMs }, log);
}

function alarmOf(fault: unknown) {
  const scheduleDate = latestJob(now());
  return fault instanceof Refusal
    ? ({ code: 'release-waits', scheduleDate, refusal: fault.record } as const)
    : ({ code: 'release-failed', scheduleDate, message: messageOf(fault) } as const);
}
