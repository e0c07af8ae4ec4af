import { answerForms } from './answer.ts';
import type { Offer, Technology } from './availability.ts';

/** A provider as version 2.0 lists it (N13). */
export interface ListedProvider {
  readonly name: string;
  readonly url: string;
  readonly wholesale_network: Offer['wholesaleNetwork'];
  /** In the words of version 2.0, in the nominal order of technologies. */
  readonly technologies: readonly string[];
  /** The earliest date of its data, `YYYY-MM-DD`; absent if none is known. */
  readonly as_of?: string;
}

/**
 * The providers of a published version, by name: those with an offer that answers can show. Name and address are those of
 * the provider's fastest offer; a provider with both wholesale and retail offers is `Both`.
 *
 * @param asOf the date of each provider's data, by its id
 */
export function providerList(
  technologies: readonly Technology[],
  offers: readonly Offer[],
  asOf: ReadonlyMap<number, string>,
): ListedProvider[] {
  const inUse = [...technologies].sort((a, b) => b.nominalMaxMbps - a.nominalMaxMbps || (a.name < b.name ? -1 : 1));
  const used = new Set(inUse.map(({ id }) => id));
  const shown = offers.filter((offer) => offer.availability !== 'Not Available' && used.has(offer.technologyId));
  const listed: ListedProvider[] = [];
  for (const [providerId, own] of Map.groupBy(shown, (offer) => offer.providerId)) {
    const [fastest] = own.sort((a, b) => b.maxDownloadMbps - a.maxDownloadMbps || a.id - b.id);
    if (fastest === undefined) continue;
    const offered = new Set(own.map((offer) => offer.technologyId));
    const date = asOf.get(providerId);
    listed.push({
      name: fastest.providerName,
      url: fastest.url,
      wholesale_network: wholesaleOf(own),
      technologies: inUse.filter(({ id }) => offered.has(id)).map(({ name }) => answerForms['2.0'].nameOf(name)),
      ...(date === undefined ? {} : { as_of: date }),
    });
  }
  return listed.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function wholesaleOf(offers: readonly Offer[]): Offer['wholesaleNetwork'] {
  const [first = 'No', ...others] = new Set(offers.map((offer) => offer.wholesaleNetwork));
  return others.length === 0 ? first : 'Both';
}
