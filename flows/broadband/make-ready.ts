import { recordChange } from '#db/audit/record-change.ts';
import { coverageVersion, provider } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { storeComparison } from './compare-versions.ts';
import type { CoverageWriting } from './writing.ts';

/** How a version came to be, as the audit log names it. */
export type VersionNews = 'coverage.import' | 'coverage.retire' | 'coverage.rebuild' | 'coverage.provider';

/** Says that a version which was made is whole, in one small transaction: from then on it can be published. */
export function makeReady(
  { db }: Connection,
  versionId: number,
  { indexBytes, comparison, news }: { indexBytes: number; comparison: Comparison; news: VersionNews },
  writing: CoverageWriting,
): void {
  db.transaction(
    (tx) => {
      recordNew(tx, versionId, news, writing);
      storeComparison(tx, versionId, comparison);
      setIndexed(tx, versionId, indexBytes);
      tx.update(coverageVersion).set({ state: 'ready' }).where(eq(coverageVersion.id, versionId)).run();
      tx.update(provider).set({ pendingVersionId: null }).where(eq(provider.pendingVersionId, versionId)).run();
      writing.onReady?.(tx, versionId);
    },
    { behavior: 'immediate' },
  );
}

/** Says that a version has its whole cell index. */
export function setIndexed(db: Db, versionId: number, indexBytes: number): void {
  db.update(coverageVersion).set({ indexBytes }).where(eq(coverageVersion.id, versionId)).run();
}

function recordNew(db: Db, versionId: number, action: VersionNews, { actor, nowMs }: CoverageWriting): void {
  const version = db.select().from(coverageVersion).where(eq(coverageVersion.id, versionId)).get();
  if (actor === undefined || version === undefined) return;
  const { note, baseId, sha256 } = version;
  const subject = `coverage version ${versionId}`;
  const after = { note, madeOn: baseId, ...(sha256 === null ? {} : { sha256 }) };
  recordChange(db, { actor, action, subject, before: null, after }, nowMs);
}
