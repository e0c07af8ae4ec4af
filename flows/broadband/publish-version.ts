import { withCoverageLock } from '#db/broadband/lock.ts';
import { markIndexed } from '#db/broadband/new-version.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { indexVersion } from './index-version.ts';
import { type Publication, publishNow, rollBackNow } from './publication.ts';
import { rebaseVersion } from './rebase-version.ts';
import type { CoverageWriting } from './writing.ts';

/** The result of publishing, including what had to be made first. */
export type Publishing =
  | Exclude<Publication, { outcome: 'outdated' | 'not-indexed' }>
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
  const publication = await withIndex(writer, writing, (db) => publishNow(db, versionId, writing));
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
  const publication = await withIndex(writer, writing, (db) => rollBackNow(db, writing, from));
  if (publication.outcome === 'published') return publication;
  throw new Error(`Coverage version ${publication.versionId} was published before, but is ${publication.outcome}.`);
}

/** Runs `publish` in a transaction, and again if its version first had to get its cell index back. */
async function withIndex(
  writer: Connection,
  writing: CoverageWriting,
  publish: (db: Db) => Publication,
): Promise<Exclude<Publication, { outcome: 'not-indexed' }>> {
  const first = await transact(writer, publish);
  if (first.outcome !== 'not-indexed') return first;
  const { versionId } = first;
  await withCoverageLock(writer, writing.nowMs, async () => {
    const indexBytes = await indexVersion(writer, versionId, writing);
    await transact(writer, (db) => markIndexed(db, versionId, indexBytes));
  });
  const second = await transact(writer, publish);
  if (second.outcome === 'not-indexed') throw new Error(`Coverage version ${versionId} could not be indexed.`);
  return second;
}
