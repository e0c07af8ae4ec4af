import type { Connection } from '#db/client.ts';
import { desc, lte } from '#db/drizzle.ts';
import { releaseRun } from '#db/registry/schema.ts';
import type { ReleaseRun } from '#flows/registry/release-job.ts';
import type { DroplistEntry } from '#lib/registry/release/droplist.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** The last release job whose names are free at `now`; undefined while there is none. */
export function latestRunInForce({ db }: Connection, now: EpochMs): ReleaseRun | undefined {
  return db
    .select()
    .from(releaseRun)
    .where(lte(releaseRun.freeAt, now))
    .orderBy(desc(releaseRun.scheduleDate))
    .limit(1)
    .get();
}

/** The names that a job marked, by name, with the dates they had then; whatever became of them since. */
export function namesReleasedBy({ sqlite }: Connection, { revision, freeAt }: ReleaseRun): DroplistEntry[] {
  return sqlite
    .prepare<[EpochMs, number], DroplistEntry>(
      `SELECT name AS domain, registered, cancelled, free_at AS "drop" FROM domain INDEXED BY domain_marked
       WHERE free_at = ? AND revision = ? AND registered IS NOT NULL AND cancelled IS NOT NULL ORDER BY name`,
    )
    .all(freeAt, revision);
}
