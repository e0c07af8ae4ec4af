import { coverageComparison, provider, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { type LargeLoss, largeLosses } from '#lib/broadband/measure/large-loss.ts';

/** Stores what a version changes. Call it in the transaction that makes the version ready. */
export function insertComparison(db: Db, versionId: number, comparison: Comparison): void {
  db.insert(coverageComparison)
    .values({ versionId, ...comparison })
    .run();
}

/** What a version changes against its base; undefined for a version made before this was measured. */
export function getComparison(db: Db, versionId: number): Comparison | undefined {
  return db.select().from(coverageComparison).where(eq(coverageComparison.versionId, versionId)).get();
}

/** The technologies that lose more than a fifth of their area, against the version that a version was made on. */
export function lossesOf(db: Db, versionId: number): LargeLoss[] {
  const measured = db
    .select({ areas: coverageComparison.areas })
    .from(coverageComparison)
    .where(eq(coverageComparison.versionId, versionId))
    .get();
  return largeLosses(measured?.areas ?? []);
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
