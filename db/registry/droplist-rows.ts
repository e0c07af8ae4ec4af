import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { DamageFound } from '#lib/readiness.ts';
import type { DroplistEntry, DroplistRow } from '#lib/registry/release/droplist.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import { dayOf, type EpochMs, type EpochSeconds } from '#lib/time/auckland.ts';
import { currentWitness } from './register-witness.ts';
import { getLastRelease, type ReleaseRun } from './release-runs.ts';
import { witnessedStatesOf } from './release-witness.ts';
import { isCurrentState } from './states.ts';

/**
 * The names that may belong on the droplist: those pending and cancelled at `latestCancelled` or before, and those whose
 * mark is still to come; where the clock was set back, that may be the marks of several jobs. `makeDroplist` decides which
 * of them do. Each is read when it is taken and compared with the
 * second witness, so call it in a read transaction that lasts until the last.
 *
 * @throws DamageFound from the rows, when the register and its witness disagree
 */
export function* pendingForDroplist(
  connection: Connection,
  latestCancelled: EpochSeconds,
  now: EpochMs,
): Generator<DroplistRow> {
  const witness = currentWitness(connection);
  const isOnList = (cancelled: number, freeAt: number | null) =>
    freeAt === null ? cancelled <= latestCancelled : freeAt > now;
  const disagreement = () => new DamageFound({ code: 'list-disagrees', revision: witness.revision });
  const listed = new Set<string>();
  for (const row of pendingRows(connection, latestCancelled, now)) {
    witness.requireState(row.domain, row);
    // a damaged index can have one entry twice instead of another
    if (listed.has(row.domain)) throw disagreement();
    if (isOnList(row.cancelled ?? Number.NaN, row.freeAt)) listed.add(row.domain);
    yield row;
  }
  // rows that damage hides are missed here
  if (listed.size !== witness.countCancelled(isOnList)) throw disagreement();
}

function pendingRows(
  { sqlite }: Connection,
  latestCancelled: EpochSeconds,
  now: EpochMs,
): IterableIterator<DroplistRow> {
  return sqlite
    .prepare<Record<string, number>, DroplistRow>(
      `WITH published(revision) AS (SELECT value FROM generation WHERE subject = 'register')
       SELECT name AS domain, registered, cancelled, free_at AS freeAt FROM (
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_pending
           WHERE cancelled <= @latestCancelled AND free_at IS NULL AND superseded = 0
         UNION ALL
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_marked
           WHERE free_at > @now
       ) AS state
       WHERE ${isCurrentState('(SELECT revision FROM published)')}`,
    )
    .iterate({ latestCancelled, now });
}

/**
 * The names that a job has released, with the dates they had then, whatever has become of them since. Each is read when
 * it is taken, in a read transaction that lasts until the last. The job must be one of `requireReleases`.
 *
 * @throws DamageFound after the last, when the second witness of the job has other names
 */
export function* namesReleasedBy(connection: Connection, run: ReleaseRun): Generator<DroplistEntry> {
  for (const { name, registered, cancelled } of witnessedStatesOf(connection, run))
    yield { domain: name, registered, cancelled, drop: run.freeAt };
}

/** How many pending names are expected to drop on each day (`YYYY-MM-DD` in Auckland); days without any are left out. */
export function dropsPerDay({ sqlite, db }: Connection, now: EpochMs): Map<string, number> {
  const { value: published } = readGeneration(db, 'register');
  const rows = sqlite
    .prepare<Record<string, number>, [EpochSeconds, EpochMs | null]>(
      `SELECT cancelled, free_at FROM (
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_pending
           WHERE cancelled >= 0 AND free_at IS NULL AND superseded = 0
         UNION ALL
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_marked WHERE free_at > @now
       ) AS state
       WHERE ${isCurrentState('@published')}`,
    )
    .raw()
    .iterate({ now, published }) as IterableIterator<[EpochSeconds, EpochMs | null]>;
  const ranUntil = getLastRelease({ db })?.scheduleDate;
  const counts = new Map<string, number>();
  const dayOfDrop = new Map<EpochMs, string>();
  for (const [cancelled, freeAt] of rows) {
    const drop = freeAt ?? dropDate(cancelled, now, ranUntil);
    let day = dayOfDrop.get(drop);
    if (day === undefined) {
      day = dayOf(drop);
      dayOfDrop.set(drop, day);
    }
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}
