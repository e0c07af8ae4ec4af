import { coverageLayer, coverageVersion, coverageVersionLayer, provider, technology } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, sum } from '#db/drizzle.ts';
import { readGeneration } from '#db/generation.ts';
import type { LayerName } from '#lib/broadband/import/layer-plan.ts';
import { Refusal, required } from '#lib/refusal.ts';

export type CoverageVersion = typeof coverageVersion.$inferSelect;

/** One layer of a version, by the names people know it by. */
export type VersionLayer = Omit<typeof coverageLayer.$inferSelect, 'technologyId' | 'providerId'> & LayerName;

/** A version with its size. */
export interface ListedVersion extends CoverageVersion {
  readonly isPublished: boolean;
  readonly layers: number;
  readonly parts: number;
  readonly vertices: number;
}

/** The published version, undefined while nothing is published. */
export function getPublishedId(db: Db): number | undefined {
  const { value } = readGeneration(db, 'coverage');
  return value === 0 ? undefined : value;
}

export function getVersion(db: Db, id: number): CoverageVersion | undefined {
  return db.select().from(coverageVersion).where(eq(coverageVersion.id, id)).get();
}

/** A complete version. @throws Refusal when it does not exist or is still being made */
export function requireReady(db: Db, id: number): CoverageVersion {
  const version = required(getVersion(db, id), { code: 'no-such-version', versionId: id });
  if (version.state === 'building') throw new Refusal({ code: 'version-unfinished', versionId: id });
  return version;
}

/** A version that waits to be published and is made on this one. */
export function getWaitingOn(db: Db, baseId: number): CoverageVersion | undefined {
  const isWaiting = and(eq(coverageVersion.baseId, baseId), isNull(coverageVersion.publishedAt));
  return db.select().from(coverageVersion).where(isWaiting).get();
}

/** Versions that can be published as they are: complete, and made on the published one. */
export function listWaitingVersions(db: Db): CoverageVersion[] {
  const publishedId = getPublishedId(db);
  const { baseId, state, publishedAt, id } = coverageVersion;
  const isOnPublished = publishedId === undefined ? isNull(baseId) : eq(baseId, publishedId);
  const isWaiting = and(eq(state, 'ready'), isNull(publishedAt), isOnPublished);
  return db.select().from(coverageVersion).where(isWaiting).orderBy(desc(id)).all();
}

/** Whether a version keeps its index for answers as of its time. */
export function isKeptVersion(kept: CoverageVersion['kept']): boolean {
  return kept === 'staff' || kept === 'year';
}

export function setKept(db: Db, id: number, kept: CoverageVersion['kept']): void {
  db.update(coverageVersion).set({ kept }).where(eq(coverageVersion.id, id)).run();
}

/** Deletes a version. What only it had is invisible from then on and remains to be removed. */
export function deleteVersionRow(db: Db, id: number): void {
  db.delete(coverageVersion).where(eq(coverageVersion.id, id)).run();
}

/** The versions that have any of these layers, newest first. */
export function versionsWithLayers(db: Db, layerIds: readonly number[]): number[] {
  return db
    .selectDistinct({ id: coverageVersionLayer.versionId })
    .from(coverageVersionLayer)
    .where(inArray(coverageVersionLayer.layerId, [...layerIds]))
    .orderBy(desc(coverageVersionLayer.versionId))
    .all()
    .map(({ id }) => id);
}

const { technologyId: _technology, providerId: _provider, ...layerColumns } = getTableColumns(coverageLayer);

/** The layers of a version, by technology, provider and delivery; empty for no version. */
export function layersOf(db: Db, versionId: number | undefined): VersionLayer[] {
  if (versionId === undefined) return [];
  return db
    .select({ ...layerColumns, technology: technology.name, provider: provider.name })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(technology, eq(technology.id, coverageLayer.technologyId))
    .innerJoin(provider, eq(provider.id, coverageLayer.providerId))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .orderBy(asc(technology.position), asc(provider.name), asc(coverageLayer.delivery), asc(coverageLayer.id))
    .all();
}

/** All versions, newest first. */
export function listVersions({ db }: Connection): ListedVersion[] {
  const publishedId = getPublishedId(db);
  const sizes = db
    .select({
      versionId: coverageVersionLayer.versionId,
      layers: count(),
      parts: sum(coverageLayer.parts).mapWith(Number),
      vertices: sum(coverageLayer.vertices).mapWith(Number),
    })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .groupBy(coverageVersionLayer.versionId)
    .all();
  const sizeOf = new Map(sizes.map((size) => [size.versionId, size]));
  const versions = db.select().from(coverageVersion).orderBy(desc(coverageVersion.id)).all();
  return versions.map((version) => {
    const { layers = 0, parts = 0, vertices = 0 } = sizeOf.get(version.id) ?? {};
    return { ...version, isPublished: version.id === publishedId, layers, parts, vertices };
  });
}
