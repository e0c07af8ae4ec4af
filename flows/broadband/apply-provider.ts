import { offersOfLayer, type PlacedBytes, partBytesOfOffers } from '#db/broadband/layer-content.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { type CarriedField, staleOffers } from '#db/broadband/provider-offers.ts';
import { type Provider, requireProvider } from '#db/broadband/providers.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import type { OfferFields } from '#lib/broadband/import/offers/offer-fields.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { type BuiltVersion, buildVersion, type NewLayer, type VersionPlan } from './build-version.ts';
import { removeAbandonedCoverage } from './remove-version.ts';
import type { CoverageWriting } from './writing.ts';

/** What is known of a version with applied details once it is ready. */
export interface AppliedFacts {
  readonly id: number;
  readonly baseId: number;
  readonly provider: string;
  /** How many offers differ from before. */
  readonly changedOffers: number;
}

export interface AppliedProvider extends BuiltVersion, AppliedFacts {}

/**
 * Makes a version that is the published one, but with a provider's current name in all its offers and, if asked for, its
 * current address and wholesale value, whatever the provider's file said. It is ready afterwards, not published.
 *
 * @param onApplied called in the transaction that makes the version ready
 * @throws Refusal when nothing would change, or the provider has no address
 */
export async function applyProvider(
  { writer }: Connections,
  { providerId, fields }: { readonly providerId: number; readonly fields: readonly CarriedField[] },
  writing: CoverageWriting,
  onApplied?: (db: Db, applied: AppliedFacts) => void,
): Promise<AppliedProvider> {
  return await withCoverageLock(writer, writing.nowMs, async () => {
    await removeAbandonedCoverage(writer, writing);
    const { db } = writer;
    const provider = requireProvider(db, providerId);
    const baseId = required(getPublishedId(db), { code: 'nothing-published' });
    const { name, url } = provider;
    if (fields.includes('url') && url === '') throw new Refusal({ code: 'provider-without-url', provider: name });
    const stale = staleOffers(db, provider, fields);
    if (stale.length === 0) throw new Refusal({ code: 'provider-applied-already', provider: name });

    const changing = new Set(stale.map(({ layerId }) => layerId));
    const published = layersOf(db, baseId);
    const layers = published
      .filter(({ id }) => changing.has(id))
      .map((layer) => changeLayer(db, layer, provider, fields));
    const keptLayerIds = published.map(({ id }) => id).filter((id) => !changing.has(id));
    const plan: VersionPlan = {
      baseId,
      keptLayerIds,
      newLayers: layers.map(({ layer }) => layer),
      note: `${['name', ...fields].join(', ')} of ${name}`,
      origin: { action: 'coverage.provider' },
    };
    const facts = { baseId, provider: name, changedOffers: stale.length };
    const built = await buildVersion(writer, plan, partsOf(writer, layers), {
      ...writing,
      onReady: (tx, id) => onApplied?.(tx, { id, ...facts }),
    });
    return { ...built, ...facts };
  });
}

interface ChangedLayer {
  readonly layer: NewLayer;
  /** By the ids of the published offers, the index of the new offer that takes over their areas. */
  readonly newOffers: ReadonlyMap<number, number>;
}

function changeLayer(
  db: Db,
  published: VersionLayer,
  { name, url, wholesaleNetwork }: Provider,
  fields: readonly CarriedField[],
): ChangedLayer {
  const offers: OfferFields[] = [];
  const newOffers = new Map<number, number>();
  const indexOf = new Map<string, number>();
  for (const { id, layerId: _layer, providerName: _name, ...before } of offersOfLayer(db, published.id)) {
    const offer = {
      ...before,
      ...(fields.includes('url') ? { url } : {}),
      ...(fields.includes('wholesale') ? { wholesaleNetwork } : {}),
    };
    // offers that have become equal in all fields are one (N6)
    const key = JSON.stringify(offer);
    const index = indexOf.get(key) ?? offers.push(offer) - 1;
    indexOf.set(key, index);
    newOffers.set(id, index);
  }
  const { technology, delivery, source, sha256, bytes, asOf, vertices, parts } = published;
  const layer: NewLayer = {
    technology,
    provider: { name, url, wholesaleNetwork },
    delivery,
    source,
    sha256,
    bytes,
    vertices,
    parts,
    offers,
    ...(asOf === null ? {} : { asOf }),
  };
  return { layer, newOffers };
}

function* partsOf(writer: Connection, changed: readonly ChangedLayer[]): Generator<PlacedBytes> {
  for (const [layer, { newOffers }] of changed.entries()) {
    for (const { offerId, bytes } of partBytesOfOffers(writer, newOffers.keys())) {
      yield { layer, offer: newOffers.get(offerId) as number, rings: bytes };
    }
  }
}
