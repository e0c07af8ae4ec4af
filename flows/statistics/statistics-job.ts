import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { deleteWaitingJobs, insertJob } from '#db/jobs/jobs.ts';
import { getList } from '#db/places/lists.ts';
import { type AreaSet, listAreaSets } from '#db/statistics/area-sets.ts';
import { getMeasurement } from '#db/statistics/figures.ts';

/** Who adds jobs that nobody asks for. */
const byItself = { who: 'the server', address: null };

const kind = 'area figures';

/**
 * Adds the job that measures the published version for each set of areas that has no figures of it, if there is one. Call
 * it in the transaction that changes what is published, the areas or the addresses.
 */
export function addStatisticsJob(db: Db, nowMs: number): void {
  const versionId = getPublishedId(db);
  if (versionId === undefined || unmeasuredSets({ db }, versionId).length === 0) return;
  forgetStatisticsJobs(db, versionId);
  const title = `Figures of areas for coverage version ${versionId}`;
  insertJob(db, { kind, title, parameters: { versionId } }, { actor: byItself, nowMs });
}

/** Forgets the jobs that wait to measure a version, because one more measures it, or another process has. */
export function forgetStatisticsJobs(db: Db, versionId: number): void {
  deleteWaitingJobs(db, kind, { versionId });
}

/** The sets that have no figures of a version, or figures of former areas or of a former list of addresses. */
export function unmeasuredSets(connection: Pick<Connection, 'db'>, versionId: number): AreaSet[] {
  const addressList = getList(connection, 'addresses')?.number ?? null;
  return listAreaSets(connection).filter(({ id, revision }) => {
    const measured = getMeasurement(connection, id, versionId);
    return measured?.revision !== revision || measured.addressList !== addressList;
  });
}
