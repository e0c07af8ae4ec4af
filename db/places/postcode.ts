import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { Candidate } from './candidate.ts';
import type { OpenLists } from './open-lists.ts';

/** So many addresses of a postcode are looked through for its middle. */
const mostAddresses = 500;

/** The area of a typed postcode, at the address in its middle, if the list of addresses has postcodes; else none. */
export function postcodeMatches(open: OpenLists, typed: string): Candidate[] {
  if (!/^\d{4}$/.test(typed)) return [];
  const found = open.readers.get('addresses')?.matching(`"${typed}"`, mostAddresses) ?? [];
  const addresses = found.filter(({ also }) => also === typed);
  if (addresses.length === 0) return [];
  const mean = (of: 'latitude' | 'longitude') => addresses.reduce((sum, one) => sum + one[of], 0) / addresses.length;
  const centre = { latitude: mean('latitude'), longitude: mean('longitude') };
  const middle = addresses.reduce((best, one) =>
    kilometresBetween(one, centre) < kilometresBetween(best, centre) ? one : best,
  );
  const where = middle.name.split(', ').slice(1).join(', ');
  const detail = where === '' ? 'Postcode' : `Postcode, ${where}`;
  return [{ list: 'streets', place: { ...middle, name: typed, detail, addressId: undefined }, tier: -1 }];
}
