import { foldAddress, streetKinds } from '#lib/places/address-text.ts';
import { meaningsOf } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import { searchWordsOf } from '#lib/places/search-words.ts';
import type { AddressMatches } from './address-matches.ts';
import { type Candidate, tierCorrected } from './candidate.ts';
import type { OpenLists } from './open-lists.ts';
import type { FoundStreet, Streets } from './streets.ts';

/** `Corner of A and B`, `cnr A & B`, `A / B`, `A cnr B`. */
const corner =
  /^\s*(?:(?:the\s+)?(?:corner|cnr|cor|intersection)\.?\s+(?:of\s+)?(.+?)\s+(?:and|&|with)\s+(.+)|([^\d/&]+?)\s*(?:[/&]|\s(?:and|cnr|corner(?:\s+of)?)\b\.?)\s*([^\d/&]+))$/i;
/** Streets of one name that are compared, and addresses of each. */
const [mostStreets, mostAddresses] = [60, 2000];
/** So many streets of each name are offered where none of them meet. */
const mostOffered = 2;
/** Streets whose nearest addresses are farther apart do not meet. */
const farthestKilometres = 0.2;

/**
 * Where two streets of the list meet, between the nearest addresses of both; both streets, with a notice, if they do not.
 * Undefined for any other text.
 */
export function cornerMatches(open: OpenLists, text: string): AddressMatches | undefined {
  const streets = open.readers.get('addresses')?.streets;
  const [, one, other, ...short] = corner.exec(text) ?? [];
  const [first, second] = one === undefined ? short : [one, other];
  if (streets === undefined || first === undefined || second === undefined) return undefined;
  const [firsts, seconds] = [named(streets, first), named(streets, second)];
  const corners = firsts.flatMap((street) =>
    seconds.flatMap((crossing): Candidate[] => {
      const at = meetingPoint(streets, street, crossing);
      return at === undefined ? [] : [{ list: 'streets', place: { ...cornerOf(street, crossing), ...at }, tier: 0 }];
    }),
  );
  // a place may have two names: `Maungawhau / Mount Eden`
  const areStreets = one !== undefined || [first, second].every(isStreetName);
  if (corners.length > 0) return { candidates: corners, isMeant: areStreets && corners.length === 1 };
  if (!areStreets) return undefined;
  const apart = (crossing: FoundStreet) => Math.min(...firsts.map((street) => kilometresBetween(street, crossing)));
  const both = [
    ...firsts.slice(0, mostOffered),
    ...seconds.toSorted((a, b) => apart(a) - apart(b)).slice(0, mostOffered),
  ];
  return {
    candidates: both.map((place, at) => ({ list: 'streets', place, tier: tierCorrected + at })),
    isMeant: false,
    notice: { code: 'corner-not-listed' },
  };
}

function isStreetName(typed: string): boolean {
  return foldAddress(typed.split(',', 1)[0] ?? '')
    .split(' ')
    .some((word, at) => at > 0 && streetKinds.has(word));
}

/** The streets with all typed words, those of their own names first. */
function named(streets: Streets, typed: string): FoundStreet[] {
  // `Manners & Cuba Streets`
  const words = foldAddress(typed)
    .split(' ')
    .map((word) => (streetKinds.has(word.replace(/s$/, '')) ? word.replace(/s$/, '') : word));
  const query = searchWordsOf(words.join(' '));
  if (query === undefined) return [];
  const { atStart, within } = streets.find(query, mostStreets);
  return [...atStart, ...within].filter(({ ownWords }) =>
    ownWords.slice(0, words.length).every((word, at) => meaningsOf(words[at] ?? '').includes(word)),
  );
}

function cornerOf(street: FoundStreet, crossing: FoundStreet) {
  const [own = '', ...where] = street.name.split(', ');
  const name = `${own} and ${crossing.name.split(', ', 1)[0]}`;
  return { ...street, name: [name, ...where].join(', '), detail: 'Corner' };
}

/** The middle between the nearest addresses of two streets. */
function meetingPoint(streets: Streets, one: FoundStreet, other: FoundStreet) {
  if (one.id === other.id || kilometresBetween(one, other) > 10) return undefined;
  const theirs = streets.positions(other.id, mostAddresses);
  let nearest: { latitude: number; longitude: number } | undefined;
  let least = farthestKilometres;
  for (const address of streets.positions(one.id, mostAddresses)) {
    for (const crossing of theirs) {
      // most pairs are ruled out without a root
      if (Math.abs(address.latitude - crossing.latitude) > 0.002) continue;
      const apart = kilometresBetween(address, crossing);
      if (apart >= least) continue;
      least = apart;
      nearest = {
        latitude: (address.latitude + crossing.latitude) / 2,
        longitude: (address.longitude + crossing.longitude) / 2,
      };
    }
  }
  return nearest;
}
