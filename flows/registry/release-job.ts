import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import { desc, gte } from '#db/drizzle.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { requireFresh } from '#db/registry/feed-age.ts';
import { releaseRun } from '#db/registry/schema.ts';
import { latestCancelledTaken, latestJob, windowEnd } from '#lib/registry/release/release.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

export type ReleaseRun = typeof releaseRun.$inferSelect;

/** A job to run: its schedule date, and whether its minute has come or has passed unused. */
export interface DueRelease {
  readonly scheduleDate: EpochMs;
  readonly kind: ReleaseRun['kind'];
}

/** A name that a job takes, by its ASCII form, and the state of it that the job marks. */
export interface PendingName {
  readonly name: string;
  readonly revision: number;
  readonly cancelled: EpochSeconds;
}

/** A job as it is ordered. */
export interface ReleaseOrder extends DueRelease {
  readonly nowMs: EpochMs;
  /** How old the register may be (`FEED_MAX_AGE`), in milliseconds; undefined: of any age. */
  readonly feedMaxAgeMs?: number;
  /** Who orders it, for the record and the audit log; the daily job itself has none. */
  readonly actor?: Actor;
}

/**
 * The job that should have run by `now` and has not: the latest one. Jobs missed before it are caught up by it, once,
 * for it takes all that they would have taken (R9).
 */
export function dueRelease(connection: Pick<Connection, 'db'>, now: EpochMs): DueRelease | undefined {
  const scheduleDate = latestJob(now);
  if (getRunCovering(connection, scheduleDate) !== undefined) return undefined;
  return { scheduleDate, kind: now < windowEnd(scheduleDate) ? 'scheduled' : 'catch-up' };
}

/**
 * Runs the release job of a schedule date, in one transaction (R9): every published PendingRelease name whose release
 * date is earlier gets the mark from which instant on it is free, the window's end or, once that has passed, this
 * moment. Run again, it changes nothing.
 *
 * @returns the recorded run; `isNew` false when it, or a later one that took its names too, had been recorded before
 * @throws Refusal when the register is older than `feedMaxAgeMs`
 */
export function runReleaseJob(
  connection: Connection,
  { scheduleDate, kind, nowMs, feedMaxAgeMs, actor }: ReleaseOrder,
): ReleaseRun & { readonly isNew: boolean } {
  const { db, sqlite } = connection;
  const calledAt = performance.now();
  const run = sqlite.transaction(() => {
    const recorded = getRunCovering(connection, scheduleDate);
    if (recorded !== undefined) return { ...recorded, isNew: false };
    requireFresh(connection, nowMs, feedMaxAgeMs);

    const beganAt = performance.now();
    const base = readGeneration(db, 'register').value;
    const names = pendingNames(connection, latestCancelledTaken(scheduleDate), base);
    // Waiting for the lock took its time. Until the commit, which follows at once, nobody sees the mark.
    const ranAt = Math.ceil(nowMs + performance.now() - calledAt);
    const freeAt = Math.max(windowEnd(scheduleDate), ranAt);
    const revision = names.length > 0 ? base + 1 : base;
    markNames(connection, names, revision, freeAt);
    if (names.length > 0) setGeneration(db, 'register', revision, ranAt);
    if (actor !== undefined) {
      const subject = `the release job of ${formatAuckland(scheduleDate)}`;
      const after = { released: names.length, freeAt: formatAuckland(freeAt) };
      recordChange(db, { actor, action: 'register.release', subject, before: null, after }, ranAt);
    }
    return db
      .insert(releaseRun)
      .values({
        scheduleDate,
        kind,
        ranAt,
        freeAt,
        released: names.length,
        revision,
        elapsedMs: Math.ceil(performance.now() - beganAt),
        who: actor?.who ?? '',
      })
      .returning()
      .all()
      .map((row) => ({ ...row, isNew: true }))[0];
  });
  const done = run.immediate();
  if (done === undefined) throw new Error('The release job was not recorded.');
  return done;
}

/** The names that the job of a schedule date takes, as the register stands now, by name. */
export function namesTaken(connection: Connection, scheduleDate: EpochMs): PendingName[] {
  const base = readGeneration(connection.db, 'register').value;
  const names = pendingNames(connection, latestCancelledTaken(scheduleDate), base);
  return names.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** How many names the job of a schedule date takes, as the register stands now. */
export function countNamesTaken(connection: Connection, scheduleDate: EpochMs): number {
  const base = readGeneration(connection.db, 'register').value;
  return pendingNames(connection, latestCancelledTaken(scheduleDate), base).length;
}

/** The last job that ran; undefined while none has. */
export function getLastRelease({ db }: Connection): ReleaseRun | undefined {
  return db.select().from(releaseRun).orderBy(desc(releaseRun.scheduleDate)).limit(1).get();
}

/** The recorded run of this schedule date or the latest after it. */
export function getRunCovering({ db }: Pick<Connection, 'db'>, scheduleDate: EpochMs): ReleaseRun | undefined {
  return db
    .select()
    .from(releaseRun)
    .where(gte(releaseRun.scheduleDate, scheduleDate))
    .orderBy(desc(releaseRun.scheduleDate))
    .limit(1)
    .get();
}

/** The names that are pending without a mark, as of a revision, and cancelled at `latestCancelled` or before. */
function pendingNames({ sqlite }: Connection, latestCancelled: number, revision: number): PendingName[] {
  return sqlite
    .prepare<[number, number, number], PendingName>(
      `SELECT name, revision, cancelled FROM domain AS state INDEXED BY domain_pending
       WHERE cancelled <= ? AND free_at IS NULL AND superseded = 0 AND registered IS NOT NULL AND revision <= ?
         AND NOT EXISTS (
           SELECT 1 FROM domain AS newer
           WHERE newer.name = state.name AND newer.revision > state.revision AND newer.revision <= ?)`,
    )
    .all(latestCancelled, revision, revision);
}

function markNames({ sqlite }: Connection, names: readonly PendingName[], revision: number, freeAt: EpochMs): void {
  const mark = sqlite.prepare<[number, number, string, number]>(
    `INSERT INTO domain (name, revision, registered, cancelled, free_at)
     SELECT name, ?, registered, cancelled, ? FROM domain WHERE name = ? AND revision = ?`,
  );
  const supersede = sqlite.prepare<[string, number]>(
    'UPDATE domain SET superseded = 1 WHERE name = ? AND revision = ?',
  );
  for (const { name, revision: former } of names) {
    mark.run(revision, freeAt, name, former);
    supersede.run(name, former);
  }
}
