import { withCoverageLock } from '#db/broadband/lock.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { layerWords } from '#lib/words/coverage/coverage.ts';
import { type BuiltVersion, buildVersion } from './build-version.ts';
import { removeAbandonedCoverage } from './remove-abandoned.ts';
import type { CoverageWriting } from './writing.ts';

export interface RetiredLayer extends BuiltVersion {
  readonly baseId: number;
  readonly layer: VersionLayer;
}

/**
 * Makes a version that is the published one without one of its layers. It is ready afterwards, not published.
 *
 * @throws Refusal when nothing is published or the published version has no such layer
 */
export async function retireLayer(
  { writer }: Connections,
  layerId: number,
  writing: CoverageWriting,
): Promise<RetiredLayer> {
  return await withCoverageLock(writer, writing.nowMs, async () => {
    await removeAbandonedCoverage(writer, writing);
    const baseId = required(getPublishedId(writer.db), { code: 'nothing-published' });
    const published = layersOf(writer.db, baseId);
    const layer = published.find(({ id }) => id === layerId);
    if (layer === undefined) throw new Refusal({ code: 'no-such-layer', versionId: baseId, layerId });
    const keptLayerIds = published.filter((other) => other !== layer).map(({ id }) => id);
    const origin = { action: 'coverage.retire' } as const;
    const plan = { baseId, keptLayerIds, newLayers: [], note: `without ${layerWords(layer)}`, origin };
    return { ...(await buildVersion(writer, plan, [], writing)), baseId, layer };
  });
}
