import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { type DueName, dueNames, markNames } from '#db/registry/due-names.ts';
import { currentWitness, registerWitness } from '#db/registry/register-witness.ts';
import { getReleaseCovering, insertReleaseRun, type ReleaseRun } from '#db/registry/release-runs.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { appendWitness } from '#db/registry/witness-log.ts';
import { transact } from '#db/transaction.ts';
import { DamageFound } from '#lib/readiness.ts';
import { Refusal } from '#lib/refusal.ts';
import { latestCancelledTaken, latestJob, stalenessOf, windowEnd } from '#lib/registry/release/release.ts';
import { type Entries, EntryCollector, sealOfState } from '#lib/registry/witness/entries.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';

/** A job to run: its schedule date, and why it runs. */
export interface DueRelease {
  readonly scheduleDate: EpochMs;
  readonly kind: ReleaseRun['kind'];
}

export interface ReleaseOrder extends DueRelease {
  readonly nowMs: EpochMs;
  /** How old the last import may be (`FEED_MAX_AGE`), in milliseconds; undefined for any age. */
  readonly feedMaxAgeMs?: number;
  /** Who asks for it, for the record and the audit log; the daily job itself has no actor. */
  readonly actor?: Actor;
}

/**
 * The latest job that should have run by `now` and has not. It catches up on all jobs missed before it, because it
 * releases every name that they would have released (R9).
 */
export function dueRelease(connection: Pick<Connection, 'db'>, now: EpochMs): DueRelease | undefined {
  const scheduleDate = latestJob(now);
  if (getReleaseCovering(connection, scheduleDate) !== undefined) return undefined;
  return { scheduleDate, kind: now < windowEnd(scheduleDate) ? 'scheduled' : 'catch-up' };
}

/** A recorded run; `isNew` is false when it, or a later one that covers it, had already run. */
export type ReleaseResult = ReleaseRun & { readonly isNew: boolean };

/**
 * Runs the release job of a schedule date, in one transaction (R9): every published PendingRelease name with an earlier
 * release date is marked with the instant from which it is available: the end of the window or, once that has passed,
 * the present. Run again, it changes nothing.
 *
 * @throws Refusal for a job of the future, and when the last import is older than `feedMaxAgeMs`
 * @throws DamageFound when the jobs that have run, or the names that are due, are not those of the second witness
 */
export async function runReleaseJob(connection: Connection, order: ReleaseOrder): Promise<ReleaseResult> {
  const calledAt = performance.now();
  return await transact(connection, () => releaseWithin(connection, order, calledAt));
}

/**
 * `runReleaseJob` in an immediate transaction that is already open.
 *
 * @param calledAt when the order was given, by `performance.now()`
 */
export function releaseWithin(connection: Connection, order: ReleaseOrder, calledAt: number): ReleaseResult {
  const { db } = connection;
  const { scheduleDate, kind, nowMs, feedMaxAgeMs, actor } = order;
  if (scheduleDate > nowMs) throw new Refusal({ code: 'release-in-the-future', at: scheduleDate });
  requireReleases(connection);
  const recorded = getReleaseCovering(connection, scheduleDate);
  if (recorded !== undefined) return { ...recorded, isNew: false };
  const stale = stalenessOf(getLastImport(connection)?.startedAt, nowMs, feedMaxAgeMs);
  if (stale !== undefined) throw new Refusal(stale);

  const beganAt = performance.now();
  const names = dueNames(connection, scheduleDate);
  // waiting for the lock took time; the mark is invisible until the commit, which follows directly
  const ranAt = Math.ceil(nowMs + performance.now() - calledAt);
  const freeAt = Math.max(windowEnd(scheduleDate), ranAt);
  const { value: base } = readGeneration(db, 'register');
  const revision = names.length > 0 ? base + 1 : base;
  requireAgreement(connection, names, scheduleDate);
  markNames(connection, names, revision, freeAt);
  if (names.length > 0) {
    appendWitness(
      db,
      { log: 'register', revision, whole: false, previous: base },
      markedEntries(connection, names, freeAt),
    );
    setGeneration(db, 'register', revision, ranAt);
  }
  const elapsedMs = Math.ceil(performance.now() - beganAt);
  const run = {
    scheduleDate,
    kind,
    who: actor?.who ?? '',
    ranAt,
    freeAt,
    released: names.length,
    revision,
    elapsedMs,
  };
  insertReleaseRun(db, run, names);
  if (actor !== undefined) recordRelease(db, actor, run);
  return { ...run, isNew: true };
}

/** @throws DamageFound unless these are exactly the names that are due by the second witness: no other may be freed */
function requireAgreement(connection: Connection, names: readonly DueName[], scheduleDate: EpochMs): void {
  const witness = currentWitness(connection);
  for (const { name, ...dates } of names) witness.requireState(name, { ...dates, freeAt: null });
  // a damaged index can have one entry twice instead of another
  const distinct = new Set(names.map(({ name }) => name)).size;
  const latest = latestCancelledTaken(scheduleDate);
  const count = witness.countCancelled((cancelled, freeAt) => freeAt === null && cancelled <= latest);
  if (count === names.length && count === distinct) return;
  throw new DamageFound({ code: 'list-disagrees', revision: witness.revision });
}

function markedEntries(connection: Connection, names: readonly DueName[], freeAt: EpochMs): Entries {
  const { hash } = registerWitness(connection);
  const collector = new EntryCollector();
  for (const { name, registered, cancelled } of names) {
    const state = { registered, cancelled, freeAt };
    collector.add(hash(name), sealOfState(state), state);
  }
  return collector.sorted();
}

function recordRelease(db: Db, actor: Actor, { scheduleDate, released, freeAt, ranAt }: ReleaseRun): void {
  const subject = `the release job of ${formatAuckland(scheduleDate)}`;
  const after = { released, freeAt: formatAuckland(freeAt) };
  recordChange(db, { actor, action: 'register.release', subject, before: null, after }, ranAt);
}
