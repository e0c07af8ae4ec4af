import type { Connection } from '#db/client.ts';
import { getAlarm, raiseAlarm, setNotified } from '#db/jobs/alarms.ts';
import { leaseBeatMs } from '#db/jobs/lease.ts';
import { transact } from '#db/transaction.ts';
import { readRequests } from '#db/usage/questions.ts';
import { lookUpConditions } from '#flows/operations/look-up-conditions.ts';
import { sendAtOnce, settleAlarms } from '#flows/operations/notify.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { ErrorWatch } from '#lib/operations/error-rate.ts';
import type { Refusal } from '#lib/refusal.ts';
import { checkDisk } from '#server/process/disk.ts';
import type { LogReport } from './background.ts';
import { brokenOff, lower, repeatWithLease } from './leased-task.ts';

const lookEveryMs = 60_000;

/** A notice that was sent while nothing could be stored. */
interface Unstored {
  readonly facts: { readonly code: 'disk-unwritable'; readonly reason: Refusal['reason'] };
  readonly since: number;
}

/** Looks up once a minute what is wrong, and queues alerts, while this process has the lease. */
export function scheduleAlerts(connection: Connection, log: LogReport): { stop(): Promise<void> } {
  const subject = 'alerts';
  const errors = new ErrorWatch();
  const stopping = new AbortController();
  const startedAt = performance.now();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let unstored: Unstored | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<number> {
    if (performance.now() - lookedAt < lookEveryMs) return leaseBeatMs;
    await storeLate();
    const nowMs = now();
    const counts = readRequests(connection, { span: 'hour', from: ErrorWatch.countsFrom(nowMs), api: undefined });
    const lookedUp = lookUpConditions(connection, {
      nowMs,
      upMs: performance.now() - startedAt,
      feedMaxAgeMs: settings().feedMaxAgeMs,
      disk: await checkDisk(),
      errorRates: errors.add(counts, nowMs),
      backup: settings().backup,
    });
    const notices = await settleAlarms(connection, lookedUp, settings(), nowMs);
    for (const { kind, condition } of notices) log('info', { event: subject, condition, notice: kind });
    await lower(connection, subject);
    lookedAt = performance.now();
    return leaseBeatMs;
  }

  /** Stores the notice that was sent while that was not possible, so that its end is one too. */
  async function storeLate(): Promise<void> {
    if (unstored === undefined) return;
    const { facts, since } = unstored;
    await transact(connection, (db) => {
      raiseAlarm({ db }, 'disk', facts, since);
      setNotified({ db }, 'disk', since);
    });
    unstored = undefined;
  }

  async function onUnwritable({ reason }: Refusal): Promise<void> {
    const isKnown = unstored !== undefined || getAlarm(connection, 'disk') !== undefined;
    if (isKnown || performance.now() - triedAt < lookEveryMs) return;
    triedAt = performance.now();
    // as soon as something can be stored
    lookedAt = Number.NEGATIVE_INFINITY;
    const found = { facts: { code: 'disk-unwritable', reason }, since: now() } as const;
    const notice = { kind: 'began', condition: 'disk', ...found } as const;
    if (await sendAtOnce(notice, settings(), found.since, stopping.signal)) unstored = found;
  }

  const retryMs = { withoutLease: leaseBeatMs, afterFault: leaseBeatMs };
  const repeating = repeatWithLease(connection, { subject, run, alarmOf: brokenOff, onUnwritable, retryMs }, log);
  return {
    async stop() {
      stopping.abort();
      await repeating.stop();
    },
  };
}
