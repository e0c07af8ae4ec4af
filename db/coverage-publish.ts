import { asc, eq } from 'drizzle-orm';
import { Refusal } from '#lib/refusal.ts';
import { recordChange } from './audit.ts';
import type { Connection, Connections } from './client.ts';
import { indexVersion } from './coverage-index.ts';
import { withCoverageLock } from './coverage-lock.ts';
import { rebaseVersion } from './coverage-rebase.ts';
import { getPublishedId, requireReady } from './coverage-versions.ts';
import type { CoverageWriting } from './coverage-writing.ts';
import { setGeneration } from './generation.ts';
import { coveragePublication, coverageVersion } from './schema.ts';

/** What came of an order to publish. */
export type Publishing =
  | { readonly outcome: 'published'; readonly versionId: number; readonly replacedId: number | undefined }
  | { readonly outcome: 'stood already'; readonly versionId: number }
  /** It was made on a version that no longer is the published one: `versionId` now holds its changes on what is. */
  | { readonly outcome: 'rebuilt'; readonly versionId: number; readonly baseId: number | undefined };

type Attempt = Publishing['outcome'] | 'outdated' | 'not indexed';

/**
 * Publishes a version, in one small transaction. No update is lost: a version that was never published and whose base is
 * no longer the published one is first made anew on what is, and then waits to be published itself. A version that was
 * published before may always come back; one whose cell index was dropped gets it again first.
 *
 * @throws Refusal when there is no such version, or its changes and what was published since contradict each other
 */
export async function publishVersion(
  database: Connections,
  versionId: number,
  writing: CoverageWriting,
): Promise<Publishing> {
  const { writer } = database;
  const replacedId = getPublishedId(writer.db);
  let attempt = tryToPublish(writer, versionId, 'publish', writing);
  if (attempt === 'not indexed') {
    await reindex(writer, versionId, writing);
    attempt = tryToPublish(writer, versionId, 'publish', writing);
  }
  if (attempt === 'outdated') {
    const rebuilt = await withCoverageLock(writer, writing.nowMs, () => rebaseVersion(writer, versionId, writing));
    return { outcome: 'rebuilt', ...rebuilt };
  }
  if (attempt === 'published') return { outcome: attempt, versionId, replacedId };
  if (attempt === 'stood already') return { outcome: attempt, versionId };
  throw new Error(`Coverage version ${versionId} could not be indexed.`);
}

/**
 * Goes back to what was published before; once more, to what was published before that.
 *
 * @throws Refusal when there is nothing to go back to
 */
export async function rollBack(
  database: Connections,
  writing: CoverageWriting,
): Promise<{ readonly versionId: number; readonly replacedId: number }> {
  const { writer } = database;
  const [replacedId, versionId] = publishedStack(writer).reverse();
  if (replacedId === undefined) throw new Refusal('Nothing is published, so there is nothing to go back from.');
  if (versionId === undefined) {
    throw new Refusal(`Nothing was published before version ${replacedId}, so there is nothing to go back to.`);
  }
  if (tryToPublish(writer, versionId, 'rollback', writing) === 'not indexed') {
    await reindex(writer, versionId, writing);
    tryToPublish(writer, versionId, 'rollback', writing);
  }
  return { versionId, replacedId };
}

function tryToPublish(
  { db }: Connection,
  versionId: number,
  kind: (typeof coveragePublication.$inferSelect)['kind'],
  { nowMs, actor }: CoverageWriting,
): Attempt {
  return db.transaction(
    (tx): Attempt => {
      const version = requireReady(tx, versionId);
      const publishedId = getPublishedId(tx);
      if (publishedId === versionId) return 'stood already';
      const isFirstTime = version.publishedAt === null;
      if (isFirstTime && (version.baseId ?? undefined) !== publishedId) return 'outdated';
      if (version.indexBytes === null) return 'not indexed';
      setGeneration(tx, 'coverage', versionId, nowMs);
      tx.insert(coveragePublication)
        .values({ kind, versionId, replacedId: publishedId ?? null, at: nowMs })
        .run();
      tx.update(coverageVersion).set({ publishedAt: nowMs }).where(eq(coverageVersion.id, versionId)).run();
      if (actor !== undefined) {
        const before = publishedId === undefined ? null : { version: publishedId };
        const subject = `coverage version ${versionId}`;
        recordChange(tx, { actor, action: `coverage.${kind}`, subject, before, after: { version: versionId } }, nowMs);
      }
      return 'published';
    },
    { behavior: 'immediate' },
  );
}

/** What is published and what was before it, the newest last: a publish lays one on top, a rollback takes one off. */
function publishedStack({ db }: Connection): number[] {
  const existing = new Set(
    db
      .select({ id: coverageVersion.id })
      .from(coverageVersion)
      .all()
      .map(({ id }) => id),
  );
  const stack: number[] = [];
  for (const { kind, versionId } of db.select().from(coveragePublication).orderBy(asc(coveragePublication.id)).all()) {
    if (kind === 'publish') stack.push(versionId);
    else stack.splice(stack.lastIndexOf(versionId) + 1);
  }
  // a version published twice in a row because the one between was removed counts once
  return stack.filter((id) => existing.has(id)).filter((id, place, all) => id !== all[place + 1]);
}

async function reindex(writer: Connection, versionId: number, writing: CoverageWriting): Promise<void> {
  await withCoverageLock(writer, writing.nowMs, () => indexVersion(writer, versionId, writing));
}
