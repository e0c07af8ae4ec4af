import type { Connection, Db } from '#db/client.ts';
import { count, eq, max, min } from '#db/drizzle.ts';
import { daysBetween } from '#lib/broadband/as-of.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { coverageLayer, coverageOffer, coveragePolicy, coverageVersionLayer } from './schema.ts';
import { getPublishedId, getVersion, type VersionLayer } from './versions.ts';

/** How old a layer's data are, in days, and whether they are flagged as old. */
export interface LayerAge {
  readonly days: number;
  readonly isFlagged: boolean;
}

/** The age in days after which a layer is flagged as old. */
export function getFlaggedAfterDays(db: Db): number {
  return db.select().from(coveragePolicy).get()?.flaggedAfterDays ?? Number.POSITIVE_INFINITY;
}

export function updateFlaggedAfterDays(db: Db, flaggedAfterDays: number): void {
  db.update(coveragePolicy).set({ flaggedAfterDays }).run();
}

/** How old a layer's data are: since the day its provider gave, otherwise since its import. */
export function ageOf(
  { asOf, createdAt }: Pick<VersionLayer, 'asOf' | 'createdAt'>,
  flaggedAfterDays: number,
  nowMs: number,
): LayerAge {
  // a clock that was set back must not give a negative age
  const days = Math.max(0, daysBetween(asOf ?? dayOf(createdAt), dayOf(nowMs)));
  return { days, isFlagged: days > flaggedAfterDays };
}

/** When the published coverage was published, and when its oldest and newest layers were imported. */
export interface CoverageFreshness {
  readonly versionId: number;
  readonly publishedAt: EpochMs | null;
  readonly oldestLayerAt: EpochMs | null;
  readonly newestLayerAt: EpochMs | null;
}

/** How fresh the published coverage is; undefined while nothing is published. */
export function getCoverageFreshness({ db }: Connection): CoverageFreshness | undefined {
  const versionId = getPublishedId(db);
  if (versionId === undefined) return undefined;
  const layers = db
    .select({ oldestLayerAt: min(coverageLayer.createdAt), newestLayerAt: max(coverageLayer.createdAt) })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .get();
  return {
    versionId,
    publishedAt: getVersion(db, versionId)?.publishedAt ?? null,
    oldestLayerAt: layers?.oldestLayerAt ?? null,
    newestLayerAt: layers?.newestLayerAt ?? null,
  };
}

/** How many published offers each technology and each provider has, by id; those without any are absent. */
export interface OfferCounts {
  readonly ofTechnology: ReadonlyMap<number, number>;
  readonly ofProvider: ReadonlyMap<number, number>;
}

/** Counts the published offers. */
export function countPublishedOffers(db: Db): OfferCounts {
  const rows = db
    .select({
      technologyId: coverageLayer.technologyId,
      providerId: coverageLayer.providerId,
      offers: count(coverageOffer.id),
    })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageLayer.id))
    .where(eq(coverageVersionLayer.versionId, getPublishedId(db) ?? 0))
    .groupBy(coverageLayer.technologyId, coverageLayer.providerId)
    .all();
  const ofTechnology = new Map<number, number>();
  const ofProvider = new Map<number, number>();
  for (const { technologyId, providerId, offers } of rows) {
    ofTechnology.set(technologyId, (ofTechnology.get(technologyId) ?? 0) + offers);
    ofProvider.set(providerId, (ofProvider.get(providerId) ?? 0) + offers);
  }
  return { ofTechnology, ofProvider };
}

/**
 * How old the data of each provider, or of each technology, of a version are at most, by its id: the earliest date
 * `YYYY-MM-DD` of its layers that have one.
 */
export function asOfBy(
  which: 'provider' | 'technology',
  { db }: Pick<Connection, 'db'>,
  versionId: number,
): ReadonlyMap<number, string> {
  const id = which === 'provider' ? coverageLayer.providerId : coverageLayer.technologyId;
  const rows = db
    .select({ id, asOf: min(coverageLayer.asOf) })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .groupBy(id)
    .all();
  return new Map(rows.flatMap((row) => (row.asOf === null ? [] : [[row.id, row.asOf]])));
}
