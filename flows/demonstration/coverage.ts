import { withCoverageLock } from '#db/broadband/lock.ts';
import { deleteUnusedProviders } from '#db/broadband/providers.ts';
import { getPublishedId, layersOf, versionsWithLayers } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { buildVersion, type NewLayer, type PlacedParts, type VersionPlan } from '#flows/broadband/build-version.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { deleteVersion } from '#flows/broadband/remove-version.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { type DemonstrationLayer, demonstrationCoverage } from '#lib/demonstration/coverage.ts';

const delivery = 'demonstration data';

/**
 * Publishes the invented coverage in addition to what is published.
 *
 * @returns the ids of its layers
 */
export async function seedDemonstrationCoverage(connections: Connections, writing: CoverageWriting): Promise<number[]> {
  const layers = demonstrationCoverage();
  const baseId = getPublishedId(connections.writer.db);
  const keptLayerIds = layersOf(connections.writer.db, baseId).map(({ id }) => id);
  const plan = { baseId, keptLayerIds, newLayers: layers.map(newLayer), note: delivery };
  const content: PlacedParts[] = layers.flatMap(({ offers }, layer) =>
    offers.map(({ parts }, offer) => ({ layer, offer, parts })),
  );
  return await buildAndPublish(connections, plan, content, writing);
}

/**
 * Publishes the published coverage without these layers, and deletes every version that could bring them back, and the
 * invented providers unless something else belongs to them.
 */
export async function removeDemonstrationCoverage(
  connections: Connections,
  layerIds: readonly number[],
  writing: CoverageWriting,
): Promise<void> {
  const { db } = connections.writer;
  const baseId = getPublishedId(db);
  const published = layersOf(db, baseId).map(({ id }) => id);
  const keptLayerIds = published.filter((id) => !layerIds.includes(id));
  if (keptLayerIds.length < published.length) {
    const plan = { baseId, keptLayerIds, newLayers: [], note: 'without the demonstration data' };
    await buildAndPublish(connections, plan, [], { ...writing, isLossConfirmed: true });
  }
  // newest first: a version cannot be deleted while a waiting one is made on it
  for (const id of versionsWithLayers(db, layerIds)) await deleteVersion(connections, id, writing);
  const names = [...new Set(demonstrationCoverage().map(({ provider }) => provider))];
  await transact(connections.writer, (inner) => deleteUnusedProviders(inner, names));
}

/** @returns the ids of the new layers */
async function buildAndPublish(
  connections: Connections,
  plan: VersionPlan,
  content: readonly PlacedParts[],
  writing: CoverageWriting,
): Promise<number[]> {
  const { writer } = connections;
  const { id, layerIds } = await withCoverageLock(writer, writing.nowMs, () =>
    buildVersion(writer, plan, content, writing),
  );
  await publishVersion(connections, id, writing);
  await completeVersion(writer, id, writing);
  return [...layerIds];
}

function newLayer({ technology, provider: name, url, wholesaleNetwork, offers }: DemonstrationLayer): NewLayer {
  const parts = offers.flatMap((offer) => offer.parts);
  return {
    technology,
    provider: { name, url, wholesaleNetwork },
    delivery,
    source: delivery,
    sha256: '',
    bytes: 0,
    vertices: parts.flat().reduce((sum, ring) => sum + ring.length / 2, 0),
    parts: parts.length,
    offers: offers.map(({ parts: _parts, ...fields }) => ({ ...fields, url, wholesaleNetwork })),
  };
}
