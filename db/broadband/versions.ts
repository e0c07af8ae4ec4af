import { coverageLayer, coverageVersion, coverageVersionLayer, provider, technology } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { asc, count, desc, eq, sum } from '#db/drizzle.ts';
import { readGeneration } from '#db/generation.ts';
import type { LayerName } from '#lib/broadband/import/layer-plan.ts';
import { Refusal } from '#lib/refusal.ts';

export type CoverageVersion = typeof coverageVersion.$inferSelect;

/** One layer of a version, in the words people know it by. */
export interface VersionLayer extends LayerName {
  readonly id: number;
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly vertices: number;
  readonly parts: number;
  readonly createdAt: number;
  readonly asOf: string | null;
}

/** A version with the size of what it holds. */
export interface ListedVersion extends CoverageVersion {
  readonly isPublished: boolean;
  readonly layers: number;
  readonly parts: number;
  readonly vertices: number;
}

/** The version that answers; undefined while none does. */
export function getPublishedId(db: Db): number | undefined {
  const { value } = readGeneration(db, 'coverage');
  return value === 0 ? undefined : value;
}

export function getVersion(db: Db, id: number): CoverageVersion | undefined {
  return db.select().from(coverageVersion).where(eq(coverageVersion.id, id)).get();
}

/** A version that is whole. @throws Refusal when there is none of that number, or it is still being made */
export function requireReady(db: Db, id: number): CoverageVersion {
  const version = getVersion(db, id);
  if (version === undefined) throw new Refusal(`There is no coverage version ${id}.`);
  if (version.state === 'building') throw new Refusal(`Coverage version ${id} is still being made.`);
  return version;
}

/** The layers of a version, by technology, provider and delivery; none for no version. */
export function layersOf(db: Db, versionId: number | undefined): VersionLayer[] {
  if (versionId === undefined) return [];
  return db
    .select({
      id: coverageLayer.id,
      technology: technology.name,
      provider: provider.name,
      delivery: coverageLayer.delivery,
      source: coverageLayer.source,
      sha256: coverageLayer.sha256,
      bytes: coverageLayer.bytes,
      vertices: coverageLayer.vertices,
      parts: coverageLayer.parts,
      createdAt: coverageLayer.createdAt,
      asOf: coverageLayer.asOf,
    })
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
