import { eq, isNull } from 'drizzle-orm';
import type { Offer, Technology } from '#lib/broadband/availability.ts';
import type { Db } from './client.ts';
import { coverageLayer, coverageOffer, coverageVersionLayer, technology } from './schema.ts';

/** The technologies in use. */
export function readTechnologies(db: Db): Technology[] {
  return db
    .select({
      id: technology.id,
      name: technology.name,
      setId: technology.setId,
      nominalMaxMbps: technology.nominalMaxMbps,
    })
    .from(technology)
    .where(isNull(technology.retiredAt))
    .all();
}

/** The offers of a version; none for version 0. */
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
