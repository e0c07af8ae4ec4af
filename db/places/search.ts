import type { Connection } from '#db/client.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import { type PlaceList, placeLists } from '#lib/places/place.ts';
import { searchWordsOf, wordsOf } from '#lib/places/search-words.ts';
import { beginningsOf, otherAddressesOf, plainAddressOf } from '#lib/places/typed-address.ts';
import { best, type Candidate, isTown, tierBegun, tierCorrected, tierOutside } from './candidate.ts';
import { exactMatches } from './exact-matches.ts';
import { correctedMatches, nearMatches } from './near-matches.ts';
import { type OpenLists, openListsOf } from './open-lists.ts';
import type { FoundPlace } from './place-file-reader.ts';
import { misspeltWhereMatches, nearestFirst, partsMatches, whereMatches } from './where-matches.ts';

/** In characters. No address is longer. */
const longestText = 200;
/** In characters. Shorter names have too many others one letter away. */
const leastCorrected = 5;

/** The lists that can be searched now. */
export function searchableLists(reader: Connection): readonly PlaceList[] {
  const { readers } = openListsOf(reader);
  return placeLists.filter((list) => readers.has(list));
}

/**
 * The places that a typed text may mean, the most likely first: names equal to it, names that begin with it, names that
 * contain its words; places outside the service area last. When it begins with a digit, addresses come before other
 * places. Without any of these, names that a few edits turn into it, and places that lack some of its words.
 */
export function findPlaces(
  reader: Connection,
  typed: string,
  most: number,
  lists: readonly PlaceList[] = placeLists,
): FoundPlace[] {
  const open = openListsOf(reader);
  const plain = plainAddressOf(typed.slice(0, longestText));
  const found = candidatesFor(open, plain, lists, most);
  return best(found.length > 0 ? found : incompleteMatches(open, plain, lists, most), most);
}

/** The addresses that a typed text may mean, the most likely first, as in `findPlaces`; none without a list of addresses. */
export function findAddresses(reader: Connection, typed: string, most: number): FoundPlace[] {
  return findPlaces(reader, typed, most, ['addresses']);
}

/** The address with LINZ's `address_id`; undefined if no list has it. */
export function getAddress(reader: Connection, addressId: number): FoundPlace | undefined {
  return openListsOf(reader).readers.get('addresses')?.getAddress(addressId);
}

/** The address with this number in its list; undefined if no address has it. */
export function getNumberedAddress(reader: Connection, id: number): FoundPlace | undefined {
  return openListsOf(reader).readers.get('addresses')?.get(id);
}

function candidatesFor(open: OpenLists, typed: string, lists: readonly PlaceList[], most: number): Candidate[] {
  const query = searchWordsOf(typed);
  if (query === undefined) return [];
  const words = wordsOf(query.folded);
  const hasPlaces = lists.includes('gazetteer');
  const isAddress = /^\d/.test(query.folded);
  const matching = exactMatches(open, query, lists);
  const exact = [
    ...(isAddress ? nearestFirst(open, words, matching) : matching),
    ...(hasPlaces ? whereMatches(open, words) : []),
  ];
  const isMeant = isAddress || exact.some(({ tier }) => tier % tierOutside < tierBegun);
  const mayBeMisspelt = !isMeant && query.folded.length >= leastCorrected;
  if (exact.length >= most && !mayBeMisspelt) return exact;
  const near = nearMatches(open, typed, lists);
  // one letter may be wrong: a town comes among names that begin so, as `omaru` is Oamaru; the others come after them
  if (exact.length > 0)
    return [
      ...exact,
      ...(mayBeMisspelt ? townsOneLetterOff(near) : []),
      ...near.filter(({ tier }) => tier < tierCorrected + 2),
    ];
  const corrected = correctedMatches(open, words, lists);
  return [
    ...partsMatches(open, words, lists),
    ...near,
    ...(hasPlaces && !isAddress ? misspeltWhereMatches(open, words) : []),
    ...(isAddress ? nearestFirst(open, words, corrected, true) : corrected),
  ];
}

function townsOneLetterOff(near: readonly Candidate[]): Candidate[] {
  return near
    .filter(({ place, tier }) => isTown(place) && tier <= tierCorrected + 1)
    .map((candidate) => ({ ...candidate, tier: tierBegun }));
}

/** Places that lack some of the typed words: an address that no list has so, or a place somewhere else. */
function incompleteMatches(open: OpenLists, typed: string, lists: readonly PlaceList[], most: number): Candidate[] {
  const words = wordsOf(foldPlaceName(typed));
  for (const other of [...otherAddressesOf(words), ...beginningsOf(words)]) {
    const found = candidatesFor(open, other.join(' '), lists, most);
    if (found.length > 0) return found;
  }
  return [];
}
