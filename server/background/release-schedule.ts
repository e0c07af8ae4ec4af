import type { Connection } from '#db/client.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { Lease, leaseBeatMs } from '#db/jobs/lease.ts';
import { dueRelease, runReleaseJob } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import { Refusal } from '#lib/refusal.ts';
import { latestJob, nextScheduleDate } from '#lib/registry/release/release.ts';
import { alarmWords } from '#lib/words/alarms.ts';
import { noControls } from '#lib/words/controls.ts';
import type { LogReport } from './background.ts';

/** The pause after a job that failed, in milliseconds. */
const retryMs = 5000;

/**
 * Runs the release job at midnight each day, and at once when one was missed (R9), while this process has the lease. A
 * job that fails releases nothing, raises an alarm and is tried again.
 */
export function scheduleReleases(connection: Connection, log: LogReport): { stop(): Promise<void> } {
  const lease = new Lease(connection, 'release job');
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();
  let isStopped = false;
  let logged: string | undefined;

  async function check(): Promise<void> {
    // often enough to notice a clock that was set, and a lease whose process has died
    let sleepMs = leaseBeatMs;
    try {
      if (lease.hold()) {
        await runDueJob(connection, log);
        logged = undefined;
        sleepMs = Math.min(leaseBeatMs, nextScheduleDate(now()) - now());
      }
    } catch (fault) {
      const alarm = alarmOf(fault);
      const words = alarmWords(alarm, noControls);
      // logged once, not every few seconds
      if (logged !== words) log('error', { event: 'release job failed', fault: words });
      logged = words;
      raise(connection, alarm);
      sleepMs = retryMs;
    }
    if (!isStopped) timer = setTimeout(begin, Math.max(1, sleepMs));
  }

  function begin(): void {
    checking = check();
  }

  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await checking;
      try {
        lease.release();
      } catch {
        // it lapses by itself
      }
    },
  };
}

async function runDueJob(connection: Connection, log: LogReport): Promise<void> {
  const due = dueRelease(connection, now());
  if (due !== undefined) {
    const run = await runReleaseJob(connection, { ...due, nowMs: now(), feedMaxAgeMs: settings().feedMaxAgeMs });
    log('info', { event: 'release job', ...run });
  }
  clearAlarm(connection, 'release job');
}

function alarmOf(fault: unknown): AlarmFacts {
  const scheduleDate = latestJob(now());
  if (fault instanceof Refusal) return { code: 'release-waits', scheduleDate, refusal: fault.record };
  return { code: 'release-failed', scheduleDate, message: fault instanceof Error ? fault.message : String(fault) };
}

function raise(connection: Connection, alarm: AlarmFacts): void {
  try {
    raiseAlarm(connection, 'release job', alarm, now());
  } catch {
    // a database that cannot be written is the fault itself, and the log has it
  }
}
