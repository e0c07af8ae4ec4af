import { withCoverageLock } from '#db/broadband/lock.ts';
import { type CarriedField, staleOffers } from '#db/broadband/provider-offers.ts';
import { type Provider, requireProvider } from '#db/broadband/providers.ts';
import { coverageOffer, coveragePart } from '#db/broadband/schema.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connections, Db } from '#db/client.ts';
import { and, asc, eq, gt } from '#db/drizzle.ts';
import { decodePart } from '#lib/broadband/coverage/part-codec.ts';
import type { OfferFields } from '#lib/broadband/import/offers/offer-fields.ts';
import { Refusal } from '#lib/refusal.ts';
import { type BuiltVersion, buildVersion, type NewLayer, type PlacedParts, type VersionPlan } from './build-version.ts';
import { removeAbandonedCoverage } from './remove-stray.ts';
import type { CoverageWriting } from './writing.ts';

/** What became of it, as far as it is known when the version is ready. */
export interface AppliedFacts {
  readonly id: number;
  readonly baseId: number;
  readonly provider: string;
  /** How many offers carry something else than before. */
  readonly changedOffers: number;
}

export interface AppliedProvider extends BuiltVersion, AppliedFacts {}

/**
 * Makes a version that is what is published, with all offers of a provider carrying its present name and, if asked for,
 * its address and wholesale value, also where their file said otherwise. Ready afterwards, not published.
 *
 * @param onApplied called within the transaction that makes the version ready
 * @throws Refusal when nothing would change, or the provider has no address to carry
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
    const baseId = getPublishedId(db);
    if (baseId === undefined) throw new Refusal('Nothing is published yet.');
    const { name, url } = provider;
    if (fields.includes('url') && url === '') throw new Refusal(`${name} has no address that its offers could carry.`);
    const stale = staleOffers(db, provider, fields);
    if (stale.length === 0) throw new Refusal(`Every published offer of ${name} says this already.`);

    const changing = new Set(stale.map(({ layerId }) => layerId));
    const standing = layersOf(db, baseId);
    const kept = standing.filter(({ id }) => !changing.has(id));
    const changed = standing
      .filter(({ id }) => changing.has(id))
      .map((layer) => changeLayer(db, layer, provider, fields));
    const plan: VersionPlan = {
      ...{ baseId, keptLayerIds: kept.map(({ id }) => id), newLayers: changed.map(({ layer }) => layer) },
      ...{ note: `${['name', ...fields].join(', ')} of ${name}`, origin: { news: 'coverage.provider' } },
    };
    const facts = { baseId, provider: name, changedOffers: stale.length };
    const built = await buildVersion(writer, plan, partsOf(db, changed), {
      ...writing,
      onReady: (tx, id) => onApplied?.(tx, { id, ...facts }),
    });
    return { ...built, ...facts };
  });
}

interface ChangedLayer {
  readonly layer: NewLayer;
  /** By the standing offers' ids, the places of those that take their areas. */
  readonly places: ReadonlyMap<number, number>;
}

function changeLayer(
  db: Db,
  standing: VersionLayer,
  { name, url, wholesaleNetwork }: Provider,
  fields: readonly CarriedField[],
): ChangedLayer {
  const offers: OfferFields[] = [];
  const places = new Map<number, number>();
  const placeOf = new Map<string, number>();
  for (const row of db.select().from(coverageOffer).where(eq(coverageOffer.layerId, standing.id)).all()) {
    const { id, layerId: _layer, providerName: _name, ...before } = row;
    const offer = {
      ...before,
      ...(fields.includes('url') ? { url } : {}),
      ...(fields.includes('wholesale') ? { wholesaleNetwork } : {}),
    };
    // offers that are equal in all fields now are one (N6)
    const key = JSON.stringify(offer);
    const place = placeOf.get(key) ?? offers.push(offer) - 1;
    placeOf.set(key, place);
    places.set(id, place);
  }
  const { technology, delivery, source, sha256, bytes, asOf, vertices, parts } = standing;
  const layer: NewLayer = {
    ...{ technology, provider: { name, url, wholesaleNetwork }, delivery, source, sha256, bytes },
    ...{ vertices, parts, offers, ...(asOf === null ? {} : { asOf }) },
  };
  return { layer, places };
}

const partsAtATime = 200;

/** The areas of the offers that change, some at a time: a connection cannot write while a question is open on it. */
function* partsOf(db: Db, changed: readonly ChangedLayer[]): Generator<PlacedParts> {
  for (const [layer, { places }] of changed.entries()) {
    for (const [offerId, offer] of places) {
      for (
        let rows = partsAfter(db, offerId, 0);
        rows.length > 0;
        rows = partsAfter(db, offerId, rows.at(-1)?.id ?? 0)
      ) {
        yield { layer, offer, parts: rows.map(({ rings }) => decodePart(rings)) };
      }
    }
  }
}

function partsAfter(db: Db, offerId: number, after: number) {
  return db
    .select({ id: coveragePart.id, rings: coveragePart.rings })
    .from(coveragePart)
    .where(and(eq(coveragePart.offerId, offerId), gt(coveragePart.id, after)))
    .orderBy(asc(coveragePart.id))
    .limit(partsAtATime)
    .all();
}
