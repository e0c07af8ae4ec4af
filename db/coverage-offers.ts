import { eq, inArray } from 'drizzle-orm';
import type { Part } from '#lib/broadband/import/area-builder.ts';
import { foldName } from '#lib/broadband/import/fold-name.ts';
import { type ImportMode, layersThatStay } from '#lib/broadband/import/layer-plan.ts';
import type { OfferFields } from '#lib/broadband/import/offer-fields.ts';
import type { ImportProvider } from '#lib/broadband/import/parse-offer.ts';
import type { Connections } from './client.ts';
import { type BuiltVersion, buildVersion, type NewLayer, type PlacedParts } from './coverage-build.ts';
import { removeStrayCoverage } from './coverage-cleanup.ts';
import { withCoverageLock } from './coverage-lock.ts';
import { readProviders } from './coverage-providers.ts';
import { publishVersion } from './coverage-publish.ts';
import { getPublishedId, layersOf } from './coverage-versions.ts';
import type { CoverageWriting } from './coverage-writing.ts';
import { coverageVersion, coverageVersionLayer } from './schema.ts';

/** One delivery that a program has made itself. A provider that is not known yet is added. */
export interface OfferedLayer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly delivery: string;
  readonly offers: readonly { readonly fields: OfferFields; readonly parts: readonly Part[] }[];
}

/**
 * Makes a version of `layers` on top of what is published, and publishes it.
 *
 * @param options.source what it is said to come from
 * @param options.mode what becomes of layers of the same technology and provider; they are replaced when not said
 * @throws Refusal as `layersThatStay`, or while somebody else is at work on the coverage
 */
export async function importOffers(
  database: Connections,
  layers: readonly OfferedLayer[],
  options: CoverageWriting & { readonly source: string; readonly mode?: ImportMode },
): Promise<BuiltVersion> {
  const { db } = database.writer;
  const { source, mode = 'replace' } = options;
  const built = await withCoverageLock(database.writer, options.nowMs, async () => {
    await removeStrayCoverage(database.writer, options);
    const known = readProviders(db);
    const newLayers = layers.map((layer): NewLayer => {
      const provider = known.get(foldName(layer.provider.name)) ?? layer.provider;
      const { technology, delivery } = layer;
      const offers = layer.offers.map(({ fields }) => fields);
      return { technology, provider, delivery, offers, source, sha256: '', bytes: 0, ...sizeOf(layer) };
    });
    const names = newLayers.map(({ technology, provider, delivery }) => ({
      technology,
      provider: provider.name,
      delivery,
    }));
    const baseId = getPublishedId(db);
    const kept = layersThatStay(layersOf(db, baseId), names, mode);
    const plan = { baseId, keptLayerIds: kept.map(({ id }) => id), newLayers, note: source };
    return await buildVersion(database, plan, contentOf(layers), options);
  });
  await publishOnWhatStands(database, built.id, options);
  return built;
}

/**
 * Takes layers out of what is published, and removes them with every version that held them: going back cannot bring
 * them back.
 */
export async function removeLayers(
  database: Connections,
  layerIds: readonly number[],
  options: CoverageWriting & { readonly note: string },
): Promise<void> {
  const { writer } = database;
  const { db } = writer;
  const removed = new Set(layerIds);
  const published = await withCoverageLock(writer, options.nowMs, async () => {
    await removeStrayCoverage(writer, options);
    const baseId = getPublishedId(db);
    const layers = layersOf(db, baseId);
    const kept = layers.filter(({ id }) => !removed.has(id));
    if (kept.length === layers.length) return undefined;
    const plan = { baseId, keptLayerIds: kept.map(({ id }) => id), newLayers: [], note: options.note };
    return await buildVersion(database, plan, [], options);
  });
  if (published !== undefined) await publishOnWhatStands(database, published.id, options);
  await withCoverageLock(writer, options.nowMs, async () => {
    const holders = db
      .selectDistinct({ id: coverageVersionLayer.versionId })
      .from(coverageVersionLayer)
      .where(inArray(coverageVersionLayer.layerId, [...removed]))
      .all();
    for (const { id } of holders) db.delete(coverageVersion).where(eq(coverageVersion.id, id)).run();
    await removeStrayCoverage(writer, options);
  });
}

/** Publishes a program's own version, which nobody needs to look at again when it had to be made anew. */
async function publishOnWhatStands(database: Connections, versionId: number, writing: CoverageWriting): Promise<void> {
  let publishing = await publishVersion(database, versionId, writing);
  while (publishing.outcome === 'rebuilt') publishing = await publishVersion(database, publishing.versionId, writing);
}

function* contentOf(layers: readonly OfferedLayer[]): Generator<PlacedParts> {
  for (const [layer, { offers }] of layers.entries()) {
    for (const [offer, { parts }] of offers.entries()) yield { layer, offer, parts };
  }
}

function sizeOf({ offers }: OfferedLayer): { parts: number; vertices: number } {
  const parts = offers.flatMap((offer) => offer.parts);
  let vertices = 0;
  for (const part of parts) for (const ring of part) vertices += ring.length / 2;
  return { parts: parts.length, vertices };
}
