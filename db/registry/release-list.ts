import type { Connection } from '#db/client.ts';
import { count, desc, eq } from '#db/drizzle.ts';
import { offsetOf, type Page, type PageRequest } from '#db/page.ts';
import { domain, releaseRun } from '#db/registry/schema.ts';
import { namesTaken, type ReleaseRun } from '#flows/registry/release-job.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';

type PagePlace = Pick<PageRequest<string>, 'page' | 'pageSize'>;

/** A name that a job has taken, or would. */
export interface ReleasedName {
  readonly name: string;
  readonly cancelled: EpochSeconds | null;
}

/** The release jobs that have run, the last first. */
export function pageOfReleases({ db }: Connection, place: PagePlace): Page<ReleaseRun> {
  const { limit, offset } = offsetOf(place);
  const rows = db.select().from(releaseRun).orderBy(desc(releaseRun.scheduleDate)).limit(limit).offset(offset).all();
  return { rows, total: db.select({ total: count() }).from(releaseRun).get()?.total ?? 0 };
}

/** The job of exactly this schedule date; undefined when none has run. */
export function getRelease({ db }: Connection, scheduleDate: EpochMs): ReleaseRun | undefined {
  return db.select().from(releaseRun).where(eq(releaseRun.scheduleDate, scheduleDate)).get();
}

/** The names that a job has taken, by name. */
export function pageOfReleasedNames({ db }: Connection, run: ReleaseRun, place: PagePlace): Page<ReleasedName> {
  // a job that took none shares the revision of what came before it
  if (run.released === 0) return { rows: [], total: 0 };
  const { limit, offset } = offsetOf(place);
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

/** The names that the job of a schedule date would take as the register stands now, by name. */
export function pageOfNamesToTake(connection: Connection, scheduleDate: EpochMs, place: PagePlace): Page<ReleasedName> {
  const { limit, offset } = offsetOf(place);
  const names = namesTaken(connection, scheduleDate);
  return { rows: names.slice(offset, offset + limit), total: names.length };
}
