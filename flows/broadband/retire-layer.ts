import { withCoverageLock } from '#db/broadband/lock.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { Refusal } from '#lib/refusal.ts';
import { type BuiltVersion, buildVersion } from './build-version.ts';
import { removeAbandonedCoverage } from './remove-stray.ts';
import type { CoverageWriting } from './writing.ts';

export interface RetiredLayer extends BuiltVersion {
  readonly baseId: number;
  readonly layer: VersionLayer;
}

/**
 * Makes a version that is what is published without one of its layers; ready afterwards, not published.
 *
 * @throws Refusal when nothing is published or what is published has no such layer
 */
export async function retireLayer(
  { writer }: Connections,
  layerId: number,
  writing: CoverageWriting,
): Promise<RetiredLayer> {
  return await withCoverageLock(writer, writing.nowMs, async () => {
    await removeAbandonedCoverage(writer, writing);
    const baseId = getPublishedId(writer.db);
    if (baseId === undefined) throw new Refusal('Nothing is published, so there is no layer to retire.');
    const standing = layersOf(writer.db, baseId);
    const layer = standing.find(({ id }) => id === layerId);
    if (layer === undefined) {
      throw new Refusal(`Version ${baseId}, which is published, has no layer ${layerId}: "coverage list" shows them.`);
    }
    const keptLayerIds = standing.filter((other) => other !== layer).map(({ id }) => id);
    const note = `without ${nameLayer(layer)}`;
    const plan = { baseId, keptLayerIds, newLayers: [], note, origin: { news: 'coverage.retire' } } as const;
    const built = await buildVersion(writer, plan, [], writing);
    return { ...built, baseId, layer };
  });
}

/** `Fibre of Example, delivery "towns"`. */
export function nameLayer({ technology, provider, delivery }: VersionLayer): string {
  return `${technology} of ${provider}, delivery "${delivery}"`;
}
