import { withCoverageLock } from '#db/broadband/lock.ts';
import { coverageLayer, coverageVersionLayer, provider } from '#db/broadband/schema.ts';
import { getPublishedId, layersOf } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { and, eq, inArray, notExists } from '#db/drizzle.ts';
import { buildVersion, type NewLayer, type PlacedParts } from '#flows/broadband/build-version.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { deleteVersion } from '#flows/broadband/remove-version.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { type DemonstrationLayer, demonstrationCoverage } from '#lib/demonstration/coverage.ts';

const delivery = 'demonstration data';

/**
 * Publishes the invented coverage beside what is published.
 *
 * @returns the ids of its layers
 */
export async function seedDemonstrationCoverage(connections: Connections, writing: CoverageWriting): Promise<number[]> {
  const { db } = connections.writer;
  const layers = demonstrationCoverage();
  const baseId = getPublishedId(db);
  const keptLayerIds = layersOf(db, baseId).map(({ id }) => id);
  const plan = { baseId, keptLayerIds, newLayers: layers.map(newLayer), note: delivery };
  const content: PlacedParts[] = layers.flatMap(({ offers }, layer) =>
    offers.map(({ parts }, offer) => ({ layer, offer, parts: parts.map((rings) => [...rings]) })),
  );
  const { id } = await withCoverageLock(connections.writer, writing.nowMs, () =>
    buildVersion(connections.writer, plan, content, writing),
  );
  await publishVersion(connections, id, writing);
  return layersOf(db, id)
    .map((layer) => layer.id)
    .filter((layerId) => !keptLayerIds.includes(layerId));
}

/**
 * Publishes what is published without these layers, and removes every version that could bring them back, and the
 * invented providers when nothing else is theirs.
 */
export async function removeDemonstrationCoverage(
  connections: Connections,
  layerIds: readonly number[],
  writing: CoverageWriting,
): Promise<void> {
  const { db } = connections.writer;
  const baseId = getPublishedId(db);
  const standing = layersOf(db, baseId);
  const kept = standing.filter(({ id }) => !layerIds.includes(id)).map(({ id }) => id);
  if (kept.length < standing.length) {
    const plan = { baseId, keptLayerIds: kept, newLayers: [], note: 'without the demonstration data' };
    const { id } = await withCoverageLock(connections.writer, writing.nowMs, () =>
      buildVersion(connections.writer, plan, [], writing),
    );
    await publishVersion(connections, id, { ...writing, isLossConfirmed: true });
  }
  const holding = db
    .selectDistinct({ id: coverageVersionLayer.versionId })
    .from(coverageVersionLayer)
    .where(inArray(coverageVersionLayer.layerId, [...layerIds]))
    .all();
  // the newest first: a version cannot be removed while one that waits to be published is made on it
  for (const { id } of holding.sort((a, b) => b.id - a.id)) await deleteVersion(connections, id, writing);
  removeInventedProviders(connections);
}

function removeInventedProviders({ writer }: Connections): void {
  const invented = [...new Set(demonstrationCoverage().map((layer) => layer.provider))];
  const theirs = writer.db.select().from(coverageLayer).where(eq(coverageLayer.providerId, provider.id));
  writer.db
    .delete(provider)
    .where(and(inArray(provider.name, invented), notExists(theirs)))
    .run();
}

function newLayer({ technology, provider: name, url, wholesaleNetwork, offers }: DemonstrationLayer): NewLayer {
  return {
    technology,
    provider: { name, url, wholesaleNetwork },
    delivery,
    source: delivery,
    sha256: '',
    bytes: 0,
    vertices: offers.reduce((sum, { parts }) => sum + parts.flat().reduce((all, ring) => all + ring.length / 2, 0), 0),
    parts: offers.reduce((sum, { parts }) => sum + parts.length, 0),
    offers: offers.map(({ parts: _parts, ...fields }) => ({ ...fields, url, wholesaleNetwork })),
  };
}
