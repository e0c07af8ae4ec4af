import { removeAbandonedCells } from '#db/broadband/abandoned.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { markIndexed } from '#db/broadband/new-version.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { isLockRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { measureLosses } from '#flows/broadband/measure/compare-versions.ts';
import { indexVersion } from './index-version.ts';
import { type Publication, publishNow, rollBackNow } from './publication.ts';
import { rebaseVersion } from './rebase-version.ts';
import { type CoverageWriting, rowsOf } from './writing.ts';

/** The result of publishing, including what had to be made first. */
export type Publishing =
  | Exclude<Publication, { outcome: 'outdated' | 'not-indexed' | 'unmeasured' }>
  /** It was made on a version that is no longer published: `versionId` has its changes on the published one. */
  | { readonly outcome: 'rebuilt'; readonly versionId: number; readonly baseId: number | undefined };

/**
 * Publishes a version. No update is lost: a version that was never published and whose base is no longer published is
 * rebuilt on the published version first, and then waits to be published itself. A version that was published before can
 * always be published again; one whose cell index was dropped gets it back first.
 *
 * @throws Refusal when the version does not exist, or its changes conflict with what has been published since
 */
export async function publishVersion(
  { writer }: Connections,
  versionId: number,
  writing: CoverageWriting,
): Promise<Publishing> {
  const publication = await prepared(writer, writing, (db) => publishNow(db, versionId, writing));
  if (publication.outcome !== 'outdated') return publication;
  const rebuilt = await withCoverageLock(writer, writing.nowMs, () => rebaseVersion(writer, versionId, writing));
  return { outcome: 'rebuilt', ...rebuilt };
}

/**
 * Publishes what was published before; the next time, what was published before that.
 *
 * @param from the version to roll back from, if known: no other version is rolled back then
 * @throws Refusal when no version was published before, or another version than `from` is published
 */
export async function rollBack(
  { writer }: Connections,
  writing: CoverageWriting,
  from?: number,
): Promise<Extract<Publication, { outcome: 'published' }>> {
  const publication = await prepared(writer, writing, (db) => rollBackNow(db, writing, from));
  if (publication.outcome === 'published') return publication;
  throw new Error(`Coverage version ${publication.versionId} was published before, but is ${publication.outcome}.`);
}

/** Runs `publish` in a transaction, and again after what it needs first: a cell index, or how much would be lost. */
async function prepared(
  writer: Connection,
  writing: CoverageWriting,
  publish: (db: Db) => Publication,
): Promise<Exclude<Publication, { outcome: 'not-indexed' | 'unmeasured' }>> {
  let found = await transact(writer, publish);
  if (found.outcome === 'not-indexed') found = await withIndex(writer, found.versionId, writing, publish);
  if (found.outcome === 'unmeasured') {
    await measureLosses(writer, found.versionId, writing);
    found = await transact(writer, publish);
  }
  if (found.outcome === 'not-indexed' || found.outcome === 'unmeasured')
    throw new Error(`Coverage version ${found.versionId} is ${found.outcome} again.`);
  return found;
}

/** Makes the cell index of a version, and publishes it in the transaction that completes the index. */
async function withIndex(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
  publish: (db: Db) => Publication,
): Promise<Publication> {
  return await withCoverageLock(writer, writing.nowMs, async () => {
    try {
      const index = await indexVersion(writer, versionId, writing);
      return await transact(writer, (db) => {
        markIndexed(db, versionId, index);
        return publish(db);
      });
    } catch (fault) {
      // what cannot be removed now is invisible, and the next import removes it
      if (!isLockRefusal(fault)) await removeAbandonedCells(writer, rowsOf(writing, 'tidy-up')).catch(() => {});
      throw fault;
    }
  });
}
