import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { isAnyDeliveryOpen } from '#db/registry/deliveries.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { getFailedRun } from '#flows/registry/failed-run.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { watchedFolder } from '#lib/audit/watched-folder.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import { stalenessOf } from '#lib/registry/release/staleness.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** A release job that has not run this long after its time is late, in milliseconds. */
export const lateAfterMs = 600_000;

/** That the register is older than `FEED_MAX_AGE` allows, or was never imported. */
export function registerAge(
  connection: Connection,
  nowMs: EpochMs,
  maxAgeMs: number | undefined,
): AlarmFacts | undefined {
  const reason = stalenessOf(getLastImport(connection)?.startedAt, nowMs, maxAgeMs);
  return reason && { code: 'register-stale', reason };
}

/** Clocks of machines that are corrected all the time differ by less, in milliseconds. */
const clocksDifferByMs = 60_000;

/** That the clock is before the last change of the register, which was recorded by it: it was set back, or ran ahead then. */
export function clockSetBack({ db }: Connection, nowMs: EpochMs): AlarmFacts | undefined {
  const recordedAt = Math.max(readGeneration(db, 'register').changedAt, getLastRelease({ db })?.ranAt ?? 0);
  return recordedAt - nowMs > clocksDifferByMs ? { code: 'clock-set-back', recordedAt, nowMs } : undefined;
}

/** That the last import failed; the alarm of the watched folder covers its own imports. */
export function failedImport(connection: Connection): Extract<AlarmFacts, { code: 'import-failed' }> | undefined {
  const failed = getFailedRun(connection);
  if (failed === undefined) return undefined;
  const isCovered = getAlarm(connection, 'register inbox') !== undefined || isAnyDeliveryOpen(connection);
  if (failed.who === watchedFolder && isCovered) return undefined;
  return { code: 'import-failed', source: failed.source, fault: failed.fault };
}

/** That the last release job has not run for a while and no alarm says why. */
export function lateRelease(connection: Connection, nowMs: EpochMs): AlarmFacts | undefined {
  const due = dueRelease(connection, nowMs);
  if (due === undefined || nowMs - due.scheduleDate < lateAfterMs) return undefined;
  if (getAlarm(connection, 'release job') !== undefined) return undefined;
  return { code: 'release-late', scheduleDate: due.scheduleDate };
}
