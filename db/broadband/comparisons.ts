import { coverageComparison, coverageLoss, provider, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import type { AreaTotals } from '#lib/broadband/measure/area-figures.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { type LargeLoss, largeLosses } from '#lib/broadband/measure/large-loss.ts';
import { getVersion } from './versions.ts';

/** Whether a version has a cell index, and the one it is made on, if any. */
export function canMeasure(db: Db, versionId: number): boolean {
  const version = getVersion(db, versionId);
  if (version === undefined || version.indexBytes === null) return false;
  return version.baseId === null || (getVersion(db, version.baseId)?.indexBytes ?? null) !== null;
}

/** Stores what a version changes, unless it is stored already. Its losses follow from it. */
export function insertComparison(db: Db, versionId: number, comparison: Comparison): void {
  db.insert(coverageComparison)
    .values({ versionId, ...comparison })
    .onConflictDoNothing()
    .run();
  db.delete(coverageLoss).where(eq(coverageLoss.versionId, versionId)).run();
}

/** What a version changes against its base; undefined until that is measured. */
export function getComparison(db: Db, versionId: number): Comparison | undefined {
  return db.select().from(coverageComparison).where(eq(coverageComparison.versionId, versionId)).get();
}

/** Stores of which technologies a version takes away too much, until all that it changes is measured. */
export function insertLosses(db: Db, versionId: number, losses: readonly LargeLoss[]): void {
  db.insert(coverageLoss).values({ versionId, losses }).onConflictDoNothing().run();
}

/**
 * The technologies that lose more than a fifth of their area, against the version that a version was made on; undefined
 * until that is measured.
 */
export function getLosses(db: Db, versionId: number): readonly LargeLoss[] | undefined {
  const stored = db.select().from(coverageLoss).where(eq(coverageLoss.versionId, versionId)).get();
  if (stored !== undefined) return stored.losses;
  const comparison = getComparison(db, versionId);
  return comparison && largeLosses(comparison.areas);
}

/** What a version offers in all; undefined if that was never measured, or by sampling. */
export function getTotals(db: Db, versionId: number): AreaTotals | undefined {
  const found = db
    .select({ totals: coverageComparison.totals })
    .from(coverageComparison)
    .where(eq(coverageComparison.versionId, versionId))
    .get();
  return found?.totals ?? undefined;
}

/** The names of all technologies and providers by id; an id that no longer exists is its own name. */
export function readNames(db: Db) {
  const byId = (rows: readonly { id: number; name: string }[]) => {
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return (id: number) => names.get(id) ?? String(id);
  };
  return {
    technology: byId(db.select().from(technology).all()),
    provider: byId(db.select().from(provider).all()),
  };
}
