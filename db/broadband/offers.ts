import { coverageLayer, coverageOffer, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import type { Offer } from '#lib/broadband/availability.ts';

/** The offers of a version; empty for version 0. */
export function readOffers(db: Db, version: number): Offer[] {
  return db
    .select({
      id: coverageOffer.id,
      technologyId: coverageLayer.technologyId,
      providerId: coverageLayer.providerId,
      availability: coverageOffer.availability,
      completion: coverageOffer.completion,
      providerName: coverageOffer.providerName,
      wholesaleNetwork: coverageOffer.wholesaleNetwork,
      url: coverageOffer.url,
      minDownloadMbps: coverageOffer.minDownloadMbps,
      maxDownloadMbps: coverageOffer.maxDownloadMbps,
      minUploadMbps: coverageOffer.minUploadMbps,
      maxUploadMbps: coverageOffer.maxUploadMbps,
      timingId: coverageOffer.timingId,
    })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageLayer.id))
    .where(eq(coverageVersionLayer.versionId, version))
    .all();
}
