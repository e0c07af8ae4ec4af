import {
  deletePendingProviders,
  deleteUnfinishedVersions,
  removeAbandonedCells,
  removeAbandonedLayers,
} from '#db/broadband/abandoned.ts';
import type { Connection } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { releaseDisk } from '#flows/files/disk-reserve.ts';
import { type CoverageWriting, rowsOf } from './writing.ts';

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
