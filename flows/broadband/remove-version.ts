import { recordChange } from '#db/audit/record-change.ts';
import { ifCoverageIsIdle, withCoverageLock } from '#db/broadband/lock.ts';
import { coveragePublication, coverageVersion } from '#db/broadband/schema.ts';
import { getPublishedId, requireReady } from '#db/broadband/versions.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { and, desc, eq, inArray, isNotNull, isNull, max, notInArray } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';
import { publishedStack } from './publication.ts';
import { removeAbandonedCoverage } from './remove-stray.ts';
import type { CoverageWriting } from './writing.ts';

/** How many versions stay, and how many of those that were published keep their index, so that going back is instant. */
const versionsKept = 10;
const indexesKept = 3;

/**
 * Removes a version and what only it held.
 *
 * @throws Refusal for the published one, and for one that a version which waits to be published is made on
 */
export async function deleteVersion(
  { writer }: Connections,
  versionId: number,
  writing: CoverageWriting,
): Promise<void> {
  await withCoverageLock(writer, writing.nowMs, async () => {
    await removeAbandonedCoverage(writer, writing);
    writer.db.transaction((tx) => deleteAtOnce(tx, versionId, writing), { behavior: 'immediate' });
    await removeAbandonedCoverage(writer, writing);
  });
}

/**
 * Removes a version; what only it held is invisible from then on, and is removed by whoever tidies up next. Call it in
 * an immediate transaction.
 *
 * @throws Refusal as `deleteVersion` does
 */
export function deleteAtOnce(db: Db, versionId: number, { actor, nowMs }: CoverageWriting): void {
  const { note } = requireReady(db, versionId);
  if (getPublishedId(db) === versionId) {
    throw new Refusal(`Coverage version ${versionId} is published: publish another one, or roll back, first.`);
  }
  const waiting = db.select().from(coverageVersion).where(isMadeOn(versionId)).get();
  if (waiting !== undefined) {
    throw new Refusal(`Version ${waiting.id} is made on version ${versionId}: publish or delete it first.`);
  }
  db.delete(coverageVersion).where(eq(coverageVersion.id, versionId)).run();
  if (actor === undefined) return;
  const subject = `coverage version ${versionId}`;
  recordChange(db, { actor, action: 'coverage.delete', subject, before: { note }, after: null }, nowMs);
}

/**
 * Keeps the database small: removes what killed imports left behind, all but the last ten versions, and all cell
 * indexes but those of the last three published ones and of those that wait to be published. What is published stays,
 * and so does what a rollback would go back to, and what a waiting version is made on. Does nothing while somebody is at
 * work on the coverage.
 *
 * @returns whether it was done
 */
export async function tidyCoverage({ writer }: Connections, writing: CoverageWriting): Promise<boolean> {
  return await ifCoverageIsIdle(writer, async () => {
    forgetOldVersions(writer);
    await removeAbandonedCoverage(writer, writing);
  });
}

function forgetOldVersions({ db }: Connection): void {
  db.transaction(
    (tx) => {
      const inService = lastInService(tx);
      const newest = tx
        .select({ id: coverageVersion.id, baseId: coverageVersion.baseId, publishedAt: coverageVersion.publishedAt })
        .from(coverageVersion)
        .orderBy(desc(coverageVersion.id))
        .limit(versionsKept)
        .all();
      const bases = newest.flatMap(({ baseId, publishedAt }) =>
        baseId !== null && publishedAt === null ? [baseId] : [],
      );
      // the published one, and the one that a rollback would go back to
      const standing = publishedStack(tx).slice(-2);
      const kept = [...newest.map(({ id }) => id), ...bases, ...inService, ...standing];
      tx.delete(coverageVersion).where(notInArray(coverageVersion.id, kept)).run();
      const indexed = [...inService, ...standing];
      tx.update(coverageVersion)
        .set({ indexBytes: null })
        .where(and(isNotNull(coverageVersion.publishedAt), notInArray(coverageVersion.id, indexed)))
        .run();
    },
    { behavior: 'immediate' },
  );
}

/** The published version and those that were last published before it. */
function lastInService(db: Pick<Db, 'select'>): number[] {
  return db
    .select({ id: coveragePublication.versionId })
    .from(coveragePublication)
    .where(inArray(coveragePublication.versionId, db.select({ id: coverageVersion.id }).from(coverageVersion)))
    .groupBy(coveragePublication.versionId)
    .orderBy(desc(max(coveragePublication.id)))
    .limit(indexesKept)
    .all()
    .map(({ id }) => id);
}

function isMadeOn(versionId: number) {
  return and(eq(coverageVersion.baseId, versionId), isNull(coverageVersion.publishedAt));
}
