import { countAllAsked } from '#db/access/requests/links.ts';
import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { type Alarm, getAlarm, listAlarms } from '#db/jobs/alarms.ts';
import { isCoveragePublished, isRegisterPublished } from '#db/publications.ts';
import { isAnyDeliveryOpen } from '#db/registry/deliveries.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { readExpiringKeys } from '#db/usage/questions.ts';
import { getBackupState } from '#flows/backup/backup-state.ts';
import { getFailedRun } from '#flows/registry/abandoned-runs.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { mostLinksOfAll } from '#lib/access/requests.ts';
import { watchedFolder } from '#lib/audit/authors.ts';
import { sharedNow } from '#lib/clock.ts';
import type { BackupSettings } from '#lib/env.ts';
import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';
import type { ErrorRate } from '#lib/operations/error-rate.ts';
import type { LookedUp } from '#lib/operations/plan-notices.ts';
import type { DiskRemark } from '#lib/readiness.ts';
import { stalenessOf } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** Keys that end within this many days are listed once a day. */
export const endingDays = 14;
const mostListedKeys = 50;

/** What cannot be looked up in the database. */
export interface Surroundings {
  readonly nowMs: EpochMs;
  /** How long this process has been up: the first release job and backup after a start are not late at once. */
  readonly upMs: number;
  readonly feedMaxAgeMs: number | undefined;
  readonly disk: readonly DiskRemark[];
  readonly errorRates: readonly ErrorRate[];
  readonly backup: BackupSettings | undefined;
}

/** A release job may take this long to run after a start, in milliseconds. */
const settledAfterMs = 60_000;
/** The same for a backup, which runs at the lowest priority. */
const backedUpAfterMs = 600_000;

/** Looks up the conditions that nothing raises by itself. */
export function lookUpConditions(connection: Connection, surroundings: Surroundings): LookedUp {
  const { nowMs, upMs, feedMaxAgeMs, disk, errorRates, backup } = surroundings;
  const found = new Map<Condition, AlarmFacts | undefined>([
    ['no register', isRegisterPublished(connection) ? undefined : { code: 'nothing-published', api: 'registry' }],
    ['no coverage', isCoveragePublished(connection) ? undefined : { code: 'nothing-published', api: 'broadband' }],
    ['clock', clockSetBack(connection, nowMs)],
    ['register import', failedImport(connection)],
    ['register age', registerAge(connection, nowMs, feedMaxAgeMs)],
    ['disk', disk[0] && { code: 'disk-remark', remark: disk[0] }],
    ['asking', manyAsked(connection, nowMs)],
    ['keys', endingKeys(connection, nowMs)],
  ]);
  const late = lateRelease(connection, nowMs);
  if (late === undefined || upMs >= settledAfterMs) found.set('late release', late);
  const unsaved = lateBackup(connection, backup);
  if (unsaved === undefined || upMs >= backedUpAfterMs) found.set('late backup', unsaved);
  for (const { isTooHigh, ...rate } of errorRates) {
    if (isTooHigh !== undefined)
      found.set(`${rate.api} errors`, isTooHigh ? { code: 'many-errors', ...rate } : undefined);
  }
  return found;
}

function lateBackup(connection: Connection, settings: BackupSettings | undefined): AlarmFacts | undefined {
  const { everyMs, last, standby, isLate } = getBackupState(connection, settings, sharedNow());
  if (everyMs === undefined) return undefined;
  if (isLate) return { code: 'backup-late', lastAt: last?.madeAt ?? null, everyMs };
  return standby?.isLate ? { code: 'standby-late', lastAt: standby.lastAt ?? null, everyMs } : undefined;
}

/** From half of the requests on that may be mailed in 24 hours. */
function manyAsked(connection: Connection, nowMs: EpochMs): AlarmFacts | undefined {
  const asked = countAllAsked(connection, nowMs);
  return asked * 2 >= mostLinksOfAll ? { code: 'many-asked', asked, most: mostLinksOfAll } : undefined;
}

function endingKeys(connection: Connection, nowMs: EpochMs): AlarmFacts | undefined {
  const until = nowMs + endingDays * 86_400_000;
  const { rows, total } = readExpiringKeys(connection, nowMs, until, mostListedKeys);
  if (total === 0) return undefined;
  const keys = rows.map((key) => ({ ...key, expiresAt: key.expiresAt ?? until }));
  return { code: 'keys-ending', keys, total, days: endingDays };
}

/** A release job that has not run this long after its time is late, in milliseconds. */
const lateAfterMs = 600_000;

/** That the register is older than `FEED_MAX_AGE` allows, or was never imported. */
function registerAge(connection: Connection, nowMs: EpochMs, maxAgeMs: number | undefined): AlarmFacts | undefined {
  const reason = stalenessOf(getLastImport(connection)?.startedAt, nowMs, maxAgeMs);
  return reason && { code: 'register-stale', reason };
}

/** Clocks of machines that are corrected all the time differ by less, in milliseconds. */
const clocksDifferByMs = 60_000;

/** That the clock is before the last change of the register, which was recorded by it: it was set back, or ran ahead then. */
function clockSetBack({ db }: Connection, nowMs: EpochMs): AlarmFacts | undefined {
  const recordedAt = Math.max(readGeneration(db, 'register').changedAt, getLastRelease({ db })?.ranAt ?? 0);
  return recordedAt - nowMs > clocksDifferByMs ? { code: 'clock-set-back', recordedAt, nowMs } : undefined;
}

/** That the last import failed; the alarm of the watched folder covers its own imports. */
function failedImport(connection: Connection): Extract<AlarmFacts, { code: 'import-failed' }> | undefined {
  const failed = getFailedRun(connection);
  if (failed === undefined) return undefined;
  const isCovered = getAlarm(connection, 'register inbox') !== undefined || isAnyDeliveryOpen(connection);
  if (failed.who === watchedFolder && isCovered) return undefined;
  return { code: 'import-failed', source: failed.source, fault: failed.fault, run: failed.id };
}

/** That the last release job has not run for a while and no alarm says why. */
function lateRelease(connection: Connection, nowMs: EpochMs): AlarmFacts | undefined {
  const due = dueRelease(connection, nowMs);
  if (due === undefined || nowMs - due.scheduleDate < lateAfterMs) return undefined;
  if (getAlarm(connection, 'release job') !== undefined) return undefined;
  return { code: 'release-late', scheduleDate: due.scheduleDate };
}

/** What is wrong at present, and who looks after it. */
export interface Problem {
  readonly condition: Condition;
  readonly facts: AlarmFacts;
  /** Undefined for one that was only just looked up, and is no alarm yet. */
  readonly alarm: Alarm | undefined;
}

/**
 * Everything that is wrong: the alarms, and what they will be within a minute. First what nobody looks after, and of it an
 * API without data; then the longest first. Keys that end soon are no problem yet.
 */
export function listProblems(connection: Connection, surroundings: Surroundings): Problem[] {
  const alarms = listAlarms(connection);
  const stored = new Set(alarms.map(({ subject }) => subject));
  const lookedUp = [...lookUpConditions(connection, surroundings)].flatMap(([condition, facts]): Problem[] =>
    facts === undefined || stored.has(condition) ? [] : [{ condition, facts, alarm: undefined }],
  );
  const raised = alarms.map((alarm): Problem => ({ condition: alarm.subject, facts: alarm.facts, alarm }));
  const isAcknowledged = ({ alarm }: Problem) => (alarm?.acknowledgedAt ?? null) !== null;
  return [...raised, ...lookedUp]
    .filter(({ condition }) => condition !== 'keys')
    .sort(
      (a, b) => Number(isAcknowledged(a)) - Number(isAcknowledged(b)) || Number(hasNoData(b)) - Number(hasNoData(a)),
    );
}

const hasNoData = ({ facts }: Problem) => facts.code === 'nothing-published';
