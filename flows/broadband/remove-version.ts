import { recordChange } from '#db/audit/record-change.ts';
import {
  deletePendingProviders,
  deleteUnfinishedVersions,
  removeAbandonedCells,
  removeAbandonedLayers,
} from '#db/broadband/abandoned.ts';
import { ifCoverageIsIdle, withCoverageLock } from '#db/broadband/lock.ts';
import { forgetOldVersions, keepVersionOfYear } from '#db/broadband/publications.ts';
import { deleteVersionRow, getPublishedId, getWaitingOn, requireReady } from '#db/broadband/versions.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { bumpGeneration } from '#db/generation.ts';
import { transact } from '#db/transaction.ts';
import { forgetFiguresJobs } from '#flows/broadband/figures/figures-jobs.ts';
import { releaseDisk } from '#flows/files/disk-reserve.ts';
import { addOpenDataJob } from '#flows/open-data/open-data-job.ts';
import { Refusal } from '#lib/refusal.ts';
import { type CoverageWriting, rowsOf } from './writing.ts';

/** How many versions are kept, and how many of those last published keep their index, so that rolling back is instant. */
const kept = { versions: 10, indexes: 3 };

/**
 * Deletes a version and what only it had.
 *
 * @throws Refusal for the published version, and for one that a waiting version is made on
 */
export async function deleteVersion(
  { writer }: Connections,
  versionId: number,
  writing: CoverageWriting,
): Promise<void> {
  await withCoverageLock(writer, writing.nowMs, async () => {
    await removeAbandonedCoverage(writer, writing);
    await transact(writer, (db) => deleteNow(db, versionId, writing));
    await removeAbandonedCoverage(writer, writing);
  });
}

/**
 * Deletes a version. What only it had is invisible from then on, and removed by the next `tidyCoverage`. Call it in a
 * transaction.
 *
 * @throws Refusal as `deleteVersion` does
 */
export function deleteNow(db: Db, versionId: number, { actor, nowMs }: CoverageWriting): void {
  const { note } = requireReady(db, versionId);
  if (getPublishedId(db) === versionId) throw new Refusal({ code: 'version-published', versionId });
  const waiting = getWaitingOn(db, versionId);
  if (waiting !== undefined) throw new Refusal({ code: 'version-waited-on', versionId, waitingId: waiting.id });
  deleteVersionRow(db, versionId);
  // maps may show it until the published version is drawn
  bumpGeneration(db, 'drawings', nowMs);
  forgetFiguresJobs(db, versionId);
  if (actor === undefined) return;
  const subject = `coverage version ${versionId}`;
  recordChange(db, { actor, action: 'coverage.delete', subject, before: { note }, after: null }, nowMs);
}

/**
 * Keeps the database small: removes what killed imports left behind, all but the last ten versions, and all cell indexes
 * but those of the last three published versions and of the versions that wait to be published. Kept as well: the
 * published version, the one a rollback would return to, what waiting versions are made on, and the versions that answer
 * as of their time: those that staff keep, and one a year. Does nothing while someone else is changing coverage.
 *
 * @returns whether it was done
 */
export async function tidyCoverage({ writer }: Connections, writing: CoverageWriting): Promise<boolean> {
  return await ifCoverageIsIdle(writer, async () => {
    await transact(writer, (db) => {
      keepVersionOfYear(db, writing.nowMs);
      forgetOldVersions(db, kept);
      addOpenDataJob(db, writing.nowMs);
    });
    await removeAbandonedCoverage(writer, writing);
  });
}

/**
 * Removes what belongs to no version: what a killed import left behind, and what deleted versions had. None of it was
 * visible. Call it while holding the coverage lock.
 */
export async function removeAbandonedCoverage(connection: Connection, writing: CoverageWriting): Promise<void> {
  releaseDisk(connection);
  await transact(connection, deleteUnfinishedVersions);
  await removeAbandonedCells(connection, rowsOf(writing, 'tidy-up'));
  await removeAbandonedLayers(connection, rowsOf(writing, 'tidy-up'));
  await transact(connection, deletePendingProviders);
}
