import { coverageLayer, coverageOffer, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import type { Provider } from './providers.ts';
import { getPublishedId } from './versions.ts';

/** Details of a provider that staff can apply to its offers, the name apart, whatever its file said. */
export const carriedFields = ['url', 'wholesale'] as const;
export type CarriedField = (typeof carriedFields)[number];

export type OfferRow = typeof coverageOffer.$inferSelect;

/** How many published offers a provider has, and how many of them differ from its current details. */
export type CarriedDifferences = Readonly<Record<'offers' | 'name' | CarriedField, number>>;

/** Compares a provider's published offers with its current details. */
export function carriedDifferences(db: Db, provider: Provider): CarriedDifferences {
  const offers = publishedOffersOf(db, provider.id);
  const differing = (field: 'name' | CarriedField) => offers.filter((offer) => !carries(offer, provider, field)).length;
  return { offers: offers.length, name: differing('name'), url: differing('url'), wholesale: differing('wholesale') };
}

/** The published offers of a provider whose name or whose values of these fields differ from its current ones. */
export function staleOffers(db: Db, provider: Provider, fields: readonly CarriedField[]): OfferRow[] {
  const carried = ['name', ...fields] as const;
  return publishedOffersOf(db, provider.id).filter(
    (offer) => !carried.every((field) => carries(offer, provider, field)),
  );
}

function publishedOffersOf(db: Db, providerId: number): OfferRow[] {
  return db
    .select({ offer: coverageOffer })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageLayer.id))
    .where(and(eq(coverageVersionLayer.versionId, getPublishedId(db) ?? 0), eq(coverageLayer.providerId, providerId)))
    .all()
    .map(({ offer }) => offer);
}

function carries(offer: OfferRow, provider: Provider, field: 'name' | CarriedField): boolean {
  if (field === 'name') return offer.providerName === provider.name;
  return field === 'url' ? offer.url === provider.url : offer.wholesaleNetwork === provider.wholesaleNetwork;
}
