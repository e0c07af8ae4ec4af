import { coverageLayer, coverageOffer, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { count, eq, min } from '#db/drizzle.ts';
import { getPublishedId } from './versions.ts';

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
 * How old the data of each provider of a version are at most, by its id: the earliest date `YYYY-MM-DD` of its layers that
 * have one.
 */
export function asOfByProvider({ db }: Pick<Connection, 'db'>, versionId: number): ReadonlyMap<number, string> {
  const rows = db
    .select({ providerId: coverageLayer.providerId, asOf: min(coverageLayer.asOf) })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .groupBy(coverageLayer.providerId)
    .all();
  return new Map(rows.flatMap(({ providerId, asOf }) => (asOf === null ? [] : [[providerId, asOf]])));
}
