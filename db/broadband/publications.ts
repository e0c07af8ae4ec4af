import type { Db } from '#db/client.ts';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, max, notInArray, or } from '#db/drizzle.ts';
import { setGeneration } from '#db/generation.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf, type EpochMs, instantOfDay } from '#lib/time/auckland.ts';
import {
  coverageLayer,
  coveragePublication,
  coverageVersion,
  coverageVersionLayer,
  provider,
  technology,
} from './schema.ts';
import { getPublishedId } from './versions.ts';

export type PublicationKind = (typeof coveragePublication.$inferSelect)['kind'];

/** Makes a version the published one, whatever was published before. */
export function setPublished(db: Db, versionId: number, kind: PublicationKind, nowMs: number): void {
  const replacedId = getPublishedId(db) ?? null;
  setGeneration(db, 'coverage', versionId, nowMs);
  db.insert(coveragePublication).values({ kind, versionId, replacedId, at: nowMs }).run();
  db.update(coverageVersion).set({ publishedAt: nowMs }).where(eq(coverageVersion.id, versionId)).run();
}

/** When a version was published for the first time; a rollback publishes it again. */
export function firstPublished(db: Db, versionId: number): EpochMs | undefined {
  return db
    .select({ at: coveragePublication.at })
    .from(coveragePublication)
    .where(eq(coveragePublication.versionId, versionId))
    .orderBy(asc(coveragePublication.id))
    .limit(1)
    .get()?.at;
}

/** Which version was in force at the end of each day, `YYYY-MM-DD` in Auckland, on which any was published; the newest first. */
export function publishedByDay(db: Db): { readonly day: string; readonly at: EpochMs; readonly versionId: number }[] {
  const { at, versionId, id } = coveragePublication;
  const rows = db.select({ at, versionId }).from(coveragePublication).orderBy(desc(id)).all();
  const published = rows.map((row) => ({ day: dayOf(row.at), ...row }));
  return published.filter(({ day }, index) => day !== published[index - 1]?.day);
}

/** The published version after those a rollback would return to: publishing pushes a version, rolling back pops it. */
export function publishedStack(db: Db): number[] {
  const rows = db.select({ id: coverageVersion.id }).from(coverageVersion).all();
  const existing = new Set(rows.map(({ id }) => id));
  const stack: number[] = [];
  for (const { kind, versionId } of db.select().from(coveragePublication).orderBy(asc(coveragePublication.id)).all()) {
    if (kind === 'publish') stack.push(versionId);
    else stack.splice(stack.lastIndexOf(versionId) + 1);
  }
  // a version published twice in a row, because the one between was deleted, counts once
  return stack.filter((id) => existing.has(id)).filter((id, index, all) => id !== all[index + 1]);
}

/**
 * Deletes all but the newest versions, and drops the cell indexes of all but the versions published last. Kept either
 * way are the published version, the one a rollback would return to, what waiting versions are made on, and the versions
 * that answer as of their time.
 */
export function forgetOldVersions(db: Db, keep: { readonly versions: number; readonly indexes: number }): void {
  const { id, baseId, publishedAt } = coverageVersion;
  const newest = db
    .select({ id, baseId, publishedAt })
    .from(coverageVersion)
    .orderBy(desc(id))
    .limit(keep.versions)
    .all();
  const bases = newest.flatMap((version) =>
    version.baseId !== null && version.publishedAt === null ? [version.baseId] : [],
  );
  const asOfTheirTime = db
    .select({ id })
    .from(coverageVersion)
    .where(inArray(coverageVersion.kept, ['staff', 'year']))
    .all();
  const indexed = [
    ...publishedLast(db, keep.indexes),
    ...publishedStack(db).slice(-2),
    ...asOfTheirTime.map((version) => version.id),
  ];
  const kept = [...newest.map((version) => version.id), ...bases, ...indexed];
  db.delete(coverageVersion).where(notInArray(id, kept)).run();
  db.update(coverageVersion)
    .set({ indexBytes: null })
    .where(and(isNotNull(publishedAt), notInArray(id, indexed)))
    .run();
}

/** Keeps the version that was in force when the present year began, unless staff have said whether it is kept. */
export function keepVersionOfYear(db: Db, nowMs: EpochMs): void {
  const yearBegan = instantOfDay(`${dayOf(nowMs).slice(0, 4)}-01-01`);
  const inForce = db
    .select({ id: coveragePublication.versionId })
    .from(coveragePublication)
    .where(lt(coveragePublication.at, yearBegan))
    .orderBy(desc(coveragePublication.id))
    .limit(1)
    .get();
  if (inForce === undefined) return;
  const { id, kept, indexBytes } = coverageVersion;
  db.update(coverageVersion)
    .set({ kept: 'year' })
    .where(and(eq(id, inForce.id), isNull(kept), isNotNull(indexBytes)))
    .run();
}

/** The published version and those that were last published before it. */
function publishedLast(db: Db, most: number): number[] {
  return db
    .select({ id: coveragePublication.versionId })
    .from(coveragePublication)
    .where(inArray(coveragePublication.versionId, db.select({ id: coverageVersion.id }).from(coverageVersion)))
    .groupBy(coveragePublication.versionId)
    .orderBy(desc(max(coveragePublication.id)))
    .limit(most)
    .all()
    .map(({ id }) => id);
}

/** @throws Refusal when a version has layers of a retired technology or provider: its offers would not show */
export function requireNothingRetired(db: Db, versionId: number): void {
  const found = db
    .select({ technology, provider })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(technology, eq(technology.id, coverageLayer.technologyId))
    .innerJoin(provider, eq(provider.id, coverageLayer.providerId))
    .where(
      and(
        eq(coverageVersionLayer.versionId, versionId),
        or(isNotNull(technology.retiredAt), isNotNull(provider.retiredAt)),
      ),
    )
    .limit(1)
    .get();
  if (found === undefined) return;
  const retired = found.technology.retiredAt === null ? found.provider.name : found.technology.name;
  throw new Refusal({ code: 'version-of-retired', versionId, retired });
}
