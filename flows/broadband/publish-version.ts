import { withCoverageLock } from '#db/broadband/lock.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { indexVersion } from './index-version.ts';
import { setIndexed } from './make-ready.ts';
import { type Publication, publishAtOnce, rollBackAtOnce } from './publication.ts';
import { rebaseVersion } from './rebase-version.ts';
import type { CoverageWriting } from './writing.ts';

/** What came of an order to publish, whatever had to be made first. */
export type Publishing =
  | Exclude<Publication, { outcome: 'outdated' | 'not indexed' }>
  /** It was made on a version that no longer is the published one: `versionId` now holds its changes on what is. */
  | { readonly outcome: 'rebuilt'; readonly versionId: number; readonly baseId: number | undefined };

/**
 * Publishes a version, in one small transaction. No update is lost: a version that was never published and whose base is
 * no longer the published one is first made anew on what is, and then waits to be published itself. A version that was
 * published before may always come back; one whose cell index was dropped gets it again first.
 *
 * @throws Refusal when there is no such version, or its changes and what was published since contradict each other
 */
export async function publishVersion(
  { writer }: Connections,
  versionId: number,
  writing: CoverageWriting,
): Promise<Publishing> {
  const publication = await withIndex(writer, writing, (db) => publishAtOnce(db, versionId, writing));
  if (publication.outcome !== 'outdated') return publication;
  const rebuilt = await withCoverageLock(writer, writing.nowMs, () => rebaseVersion(writer, versionId, writing));
  return { outcome: 'rebuilt', ...rebuilt };
}

/**
 * Goes back to what was published before; once more, to what was published before that.
 *
 * @param from the version that is taken back, when whoever orders it has seen which it is
 * @throws Refusal when there is nothing to go back to, or another version than `from` is published
 */
export async function rollBack(
  { writer }: Connections,
  writing: CoverageWriting,
  from?: number,
): Promise<Extract<Publication, { outcome: 'published' }>> {
  const publication = await withIndex(writer, writing, (db) => rollBackAtOnce(db, writing, from));
  if (publication.outcome === 'published') return publication;
  throw new Error(`Coverage version ${publication.versionId} was published before, but is ${publication.outcome}.`);
}

/** Does `publish` in a transaction, and once more when its version had to get its cell index first. */
async function withIndex(
  writer: Connection,
  writing: CoverageWriting,
  publish: (db: Db) => Publication,
): Promise<Exclude<Publication, { outcome: 'not indexed' }>> {
  const first = writer.db.transaction(publish, { behavior: 'immediate' });
  if (first.outcome !== 'not indexed') return first;
  await withCoverageLock(writer, writing.nowMs, async () => {
    const indexBytes = await indexVersion(writer, first.versionId, writing);
    writer.db.transaction((tx) => setIndexed(tx, first.versionId, indexBytes), { behavior: 'immediate' });
  });
  const second = writer.db.transaction(publish, { behavior: 'immediate' });
  if (second.outcome === 'not indexed') throw new Error(`Coverage version ${first.versionId} could not be indexed.`);
  return second;
}
