import { coverageLayer, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { eq, max, min } from '#db/drizzle.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { getPublishedId, getVersion } from './versions.ts';

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
