import { coverageLayer, coverageOffer, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { eq, getTableColumns } from '#db/drizzle.ts';
import type { Offer } from '#lib/broadband/availability.ts';

const { layerId: _, ...columns } = getTableColumns(coverageOffer);

/** The offers of a version; empty for version 0. */
export function readOffers(db: Db, version: number): Offer[] {
  return db
    .select({ ...columns, technologyId: coverageLayer.technologyId, providerId: coverageLayer.providerId })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageLayer.id))
    .where(eq(coverageVersionLayer.versionId, version))
    .all();
}
