import { coverageLayer, coverageOffer, coveragePart, coverageVersionLayer, technology } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { asc, eq } from '#db/drizzle.ts';
import { eachRow } from '#db/prepared-statement.ts';
import { decodePart } from '#lib/broadband/coverage/part-codec.ts';
import { exportedPolygons } from '#lib/broadband/export/exported-polygons.ts';
import type { ExportedOffer, ExportedPart, ExportedVersion } from '#lib/broadband/export/exported-version.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { layersOf, requireReady } from './versions.ts';

/**
 * What exported files say about their version.
 *
 * @throws Refusal when the version does not exist, or was never published: only released data leave the service
 */
export function requireExported({ db }: Connection, versionId: number, baseUrl: string): ExportedVersion {
  const { publishedAt } = requireReady(db, versionId);
  if (publishedAt === null) throw new Refusal({ code: 'version-never-published', versionId });
  const layers = layersOf(db, versionId).map(({ technology: name, provider, delivery, asOf }) => ({
    technology: name,
    provider,
    delivery,
    asOf,
  }));
  return { versionId, publishedOn: dayOf(publishedAt), baseUrl, layers };
}

/**
 * Every polygon of a version with its offer, in the order of layers and offers, one at a time. The connection is in a
 * transaction until the end: an old version may be deleted while it is exported.
 */
export function* exportedParts(connection: Connection, versionId: number): Generator<ExportedPart, void> {
  connection.sqlite.exec('BEGIN');
  try {
    for (const { id, offer } of offersOf(connection.db, versionId)) {
      for (const rings of polygonsOf(connection, id)) yield { offer, rings };
    }
  } finally {
    connection.sqlite.exec('COMMIT');
  }
}

function offersOf(db: Db, versionId: number): { id: number; offer: ExportedOffer }[] {
  return db
    .select({
      id: coverageOffer.id,
      offer: {
        technology: technology.name,
        provider: coverageOffer.providerName,
        delivery: coverageLayer.delivery,
        as_of: coverageLayer.asOf,
        availability: coverageOffer.availability,
        completion: coverageOffer.completion,
        wholesale_network: coverageOffer.wholesaleNetwork,
        url: coverageOffer.url,
        bandwidth_min_mbps: coverageOffer.minDownloadMbps,
        bandwidth_max_mbps: coverageOffer.maxDownloadMbps,
        bandwidth_up_min_mbps: coverageOffer.minUploadMbps,
        bandwidth_up_max_mbps: coverageOffer.maxUploadMbps,
        timing_id: coverageOffer.timingId,
      },
    })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(technology, eq(technology.id, coverageLayer.technologyId))
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageLayer.id))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .orderBy(asc(coverageLayer.id), asc(coverageOffer.id))
    .all();
}

function* polygonsOf(connection: Connection, offerId: number): Generator<readonly Int32Array[], void> {
  const query = connection.db
    .select({ rings: coveragePart.rings })
    .from(coveragePart)
    .where(eq(coveragePart.offerId, offerId))
    .orderBy(asc(coveragePart.id));
  for (const [rings] of eachRow<[Buffer]>(connection, query)) yield* exportedPolygons(decodePart(rings));
}
