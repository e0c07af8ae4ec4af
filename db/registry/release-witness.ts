import { crc32 } from 'node:zlib';
import type { Connection, Db } from '#db/client.ts';
import { and, eq, gt } from '#db/drizzle.ts';
import { DamageFound } from '#lib/readiness.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { releaseWitness } from './schema.ts';

/** A name that a job has released, with the dates it had then. */
export interface ReleasedState {
  readonly name: string;
  readonly registered: EpochSeconds;
  readonly cancelled: EpochSeconds;
}

/** What decides when a release job is in force, and which names it released. */
type WitnessedRun = Omit<typeof releaseWitness.$inferSelect, 'names'>;

const columns = 'schedule_date, free_at, released, revision';

/** Records a release job and the names it released a second time. Call it in the transaction that records the job. */
export function insertReleaseWitness(
  db: Db,
  { scheduleDate, freeAt, released, revision }: WitnessedRun,
  names: Iterable<ReleasedState>,
): void {
  db.insert(releaseWitness)
    .values({ scheduleDate, freeAt, released, revision, names: checksumOf(names) })
    .run();
}

/**
 * Compares the jobs that have run with their second witness, from a schedule date on. Jobs run in the order of their
 * dates, so what is last, or in force, is right if it and all later ones agree.
 *
 * @throws DamageFound when they disagree
 */
export function requireReleases({ sqlite }: Connection, since: EpochMs = 0): void {
  // one statement, and so one state of both tables
  const differs = sqlite
    .prepare<{ since: EpochMs }, 0 | 1>(
      `WITH recorded AS (SELECT ${columns} FROM release_run WHERE schedule_date >= @since),
         witnessed AS (SELECT ${columns} FROM release_witness WHERE schedule_date >= @since)
       SELECT EXISTS (SELECT * FROM recorded EXCEPT SELECT * FROM witnessed)
         OR EXISTS (SELECT * FROM witnessed EXCEPT SELECT * FROM recorded)`,
    )
    .pluck()
    .get({ since });
  if (differs !== 0) throw new DamageFound({ code: 'releases-disagree' });
}

/** The states of exactly the names that a job released, by name, as the register has them. */
export function* statesReleasedBy({ sqlite }: Connection, run: WitnessedRun): Generator<ReleasedState> {
  // a job that released nothing has the revision of what came before it
  if (run.released === 0) return;
  yield* sqlite
    .prepare<[EpochMs, number], ReleasedState>(
      `SELECT name, registered, cancelled FROM domain INDEXED BY domain_marked
       WHERE free_at = ? AND revision = ? AND registered IS NOT NULL AND cancelled IS NOT NULL ORDER BY name`,
    )
    .iterate(run.freeAt, run.revision);
}

/** The same, compared with the second witness. @throws DamageFound after the last, when they are not what it has */
export function* witnessedStatesOf(connection: Connection, run: WitnessedRun): Generator<ReleasedState> {
  let checksum = 0;
  for (const state of statesReleasedBy(connection, run)) {
    checksum = combined(checksum, state);
    yield state;
  }
  const { scheduleDate, revision } = run;
  const witness = connection.db
    .select()
    .from(releaseWitness)
    .where(eq(releaseWitness.scheduleDate, scheduleDate))
    .get();
  if (witness?.names !== checksum) throw new DamageFound({ code: 'list-disagrees', revision });
}

/** Takes a state that is being removed from the register out of what its release job released, if a job made it. */
export function forgetReleased(db: Db, revision: number, state: ReleasedState): void {
  const isOfRevision = and(eq(releaseWitness.revision, revision), gt(releaseWitness.released, 0));
  const witness = db.select().from(releaseWitness).where(isOfRevision).get();
  if (witness === undefined) return;
  db.update(releaseWitness)
    .set({ names: combined(witness.names, state) })
    .where(isOfRevision)
    .run();
}

/**
 * After migration 0079: makes the witness of jobs that had run before it, from their rows. Like the first witness of the
 * register, this once it is made from what it guards.
 */
export function witnessFormerReleases(connection: Connection): void {
  const { db, sqlite } = connection;
  const runs = sqlite
    .prepare<[], WitnessedRun>(
      'SELECT schedule_date AS scheduleDate, free_at AS freeAt, released, revision FROM release_run',
    )
    .all();
  for (const run of runs) insertReleaseWitness(db, run, statesReleasedBy(connection, run));
}

function checksumOf(names: Iterable<ReleasedState>): number {
  let checksum = 0;
  for (const state of names) checksum = combined(checksum, state);
  return checksum;
}

/** By XOR, so that one name can be taken out without the others. */
function combined(checksum: number, { name, registered, cancelled }: ReleasedState): number {
  return (checksum ^ crc32(JSON.stringify([name, registered, cancelled]))) >>> 0;
}
