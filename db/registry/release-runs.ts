import type { Connection, Db } from '#db/client.ts';
import { count, desc, eq, gte, lte, type SQL } from '#db/drizzle.ts';
import { offsetOf, type Page, type PageRequest } from '#db/page.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { insertReleaseWitness, type ReleasedState } from './release-witness.ts';
import { domain, releaseRun } from './schema.ts';

export type ReleaseRun = typeof releaseRun.$inferSelect;

type Reader = Pick<Connection, 'db'>;

/** Records a release job that has run, and the names it released for its second witness. */
export function insertReleaseRun(db: Db, run: ReleaseRun, names: readonly ReleasedState[]): void {
  db.insert(releaseRun).values(run).run();
  insertReleaseWitness(db, run, names);
}

/** The last release job that ran; undefined before the first. */
export function getLastRelease(reader: Reader): ReleaseRun | undefined {
  return lastReleaseWhere(reader);
}

/** The job of exactly this schedule date; undefined when it has not run. */
export function getRelease({ db }: Reader, scheduleDate: EpochMs): ReleaseRun | undefined {
  return db.select().from(releaseRun).where(eq(releaseRun.scheduleDate, scheduleDate)).get();
}

/** The last job that ran with this schedule date or a later one: it released the names of this date too. */
export function getReleaseCovering(reader: Reader, scheduleDate: EpochMs): ReleaseRun | undefined {
  return lastReleaseWhere(reader, gte(releaseRun.scheduleDate, scheduleDate));
}

/** The last job whose names are available at `now`; undefined before the first. */
export function getReleaseInForce(reader: Reader, now: EpochMs): ReleaseRun | undefined {
  return lastReleaseWhere(reader, lte(releaseRun.freeAt, now));
}

/** All jobs that have run, in order. */
export function allReleases({ db }: Reader): ReleaseRun[] {
  return db.select().from(releaseRun).orderBy(releaseRun.scheduleDate).all();
}

/** The jobs that have run, the last first. */
export function pageOfReleases(
  { db }: Reader,
  wanted: Pick<PageRequest<string>, 'page' | 'pageSize'>,
): Page<ReleaseRun> {
  const { limit, offset } = offsetOf(wanted);
  const rows = db.select().from(releaseRun).orderBy(desc(releaseRun.scheduleDate)).limit(limit).offset(offset).all();
  return { rows, total: db.select({ total: count() }).from(releaseRun).get()?.total ?? 0 };
}

function lastReleaseWhere({ db }: Reader, condition?: SQL): ReleaseRun | undefined {
  return db.select().from(releaseRun).where(condition).orderBy(desc(releaseRun.scheduleDate)).limit(1).get();
}

/** A name that a job releases or has released. */
export interface ReleasedName {
  readonly name: string;
  readonly cancelled: EpochSeconds | null;
}

/** A page of the names that a job has released, by name. */
export function pageOfReleasedNames(
  { db }: Connection,
  run: ReleaseRun,
  wanted: Pick<PageRequest<string>, 'page' | 'pageSize'>,
): Page<ReleasedName> {
  // a job that released nothing has the revision of what came before it
  if (run.released === 0) return { rows: [], total: 0 };
  const { limit, offset } = offsetOf(wanted);
  const rows = db
    .select({ name: domain.name, cancelled: domain.cancelled })
    .from(domain)
    .where(eq(domain.revision, run.revision))
    .orderBy(domain.name)
    .limit(limit)
    .offset(offset)
    .all();
  return { rows, total: run.released };
}
