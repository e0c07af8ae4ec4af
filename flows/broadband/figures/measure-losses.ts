import { getLosses, insertLosses } from '#db/broadband/comparisons.ts';
import { getVersion, layersOf } from '#db/broadband/versions.ts';
import { type Connection, type Db, openReader } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { findLosses } from '#flows/broadband/measure/compare-versions.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';

/** Whether a version could take anything away: its base has a layer that it does not have. */
export function mayLose(db: Db, versionId: number): boolean {
  const baseId = getVersion(db, versionId)?.baseId ?? undefined;
  const own = new Set(layersOf(db, versionId).map(({ id }) => id));
  return layersOf(db, baseId).some(({ id }) => !own.has(id));
}

/**
 * The technologies of which a version takes away more than a fifth. Measures and stores them unless they are known; both
 * versions must have their cell index.
 */
export async function measureLosses(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
): Promise<readonly LargeLoss[]> {
  const known = getLosses(writer.db, versionId);
  if (known !== undefined) return known;
  writing.onProgress?.('measure-areas', 0, 0);
  const losses = await inSnapshot(writer, async (connection) => {
    if (!mayLose(connection.db, versionId)) return [];
    const baseId = getVersion(connection.db, versionId)?.baseId ?? undefined;
    return await findLosses(connection, versionId, baseId, writing);
  });
  // the version may have been deleted by now
  await transact(writer, (db) => {
    if (getVersion(db, versionId) !== undefined) insertLosses(db, versionId, losses);
  });
  return losses;
}

/**
 * Runs `read` on a connection of its own, which sees the database as it is now until `read` ends: what others publish,
 * index or remove meanwhile makes no difference.
 */
export async function inSnapshot<T>(
  { sqlite }: Connection,
  read: (connection: Connection) => T | Promise<T>,
): Promise<T> {
  const connection = openReader(sqlite.name);
  try {
    // the snapshot begins with the first query
    connection.sqlite.exec('BEGIN');
    return await read(connection);
  } finally {
    connection.sqlite.close();
  }
}
