import type { Connection } from '#db/client.ts';
import { noPlaceNotice, type SearchNotice } from '#lib/map/search.ts';
import { addressWordsOf, isNumber, typedAddressOf } from '#lib/places/address-text.ts';
import { foldPlaceName, meaningsOf } from '#lib/places/fold.ts';
import { type PlaceList, placeLists } from '#lib/places/place.ts';
import { searchWordsOf, wordsOf } from '#lib/places/search-words.ts';
import { beginningsOf } from '#lib/places/typed-address.ts';
import { type AddressMatches, addressBehind, addressMatches, isOneStreet } from './address-matches.ts';
import {
  best,
  type Candidate,
  inOrder,
  isInhabited,
  isTown,
  leastCorrected,
  tierBegun,
  tierCorrected,
  tierOutside,
} from './candidate.ts';
import { cornerMatches } from './corner.ts';
import { exactMatches } from './exact-matches.ts';
import { correctedMatches, nearMatches } from './near-matches.ts';
import { type OpenLists, openListsOf } from './open-lists.ts';
import type { FoundPlace } from './place-file.ts';
import { postcodeMatches } from './postcode.ts';
import { misspeltWhereMatches, nearestFirst, partsMatches, populationOf, whereMatches } from './where-matches.ts';

/** In characters. No address is longer. */
const longestText = 200;
/** In characters. Fewer are the beginning of too many names. */
const leastBegun = 3;
/** What the tiers of whole names that are one edit away are less than, counted from that of corrected ones. */
const oneEdit = 1.4;

/** The lists that can be searched now. */
export function searchableLists(reader: Connection): readonly PlaceList[] {
  const { readers } = openListsOf(reader);
  return placeLists.filter((list) => readers.has(list));
}

/** What was found for a typed text. */
export interface FoundPlaces {
  /** The most likely first. */
  readonly places: readonly FoundPlace[];
  /** Whether the first is close enough to what was typed to be taken without a question. */
  readonly isMeant: boolean;
  readonly notice?: SearchNotice;
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
): FoundPlaces {
  const { candidates, ...found } = matchesFor(openListsOf(reader), typed.slice(0, longestText), lists, most);
  return { places: best(candidates, most), ...found };
}

/** The addresses that a typed text may mean, the most likely first, as in `findPlaces`; none without a list of addresses. */
export function findAddresses(reader: Connection, typed: string, most: number): FoundPlace[] {
  const { candidates } = matchesFor(openListsOf(reader), typed.slice(0, longestText), ['addresses'], most);
  return best(
    candidates.filter(({ list }) => list === 'addresses'),
    most,
  );
}

function matchesFor(open: OpenLists, text: string, lists: readonly PlaceList[], most: number): AddressMatches {
  const typed = typedAddressOf(text);
  const words = wordsOf(typed.folded);
  const address = addressWordsOf(words);
  const notice = noPlaceNotice(text);
  if (notice !== undefined) return { candidates: [], isMeant: false, notice };
  const corner = lists.includes('addresses') ? cornerMatches(open, text) : undefined;
  if (corner !== undefined) return corner;
  if (address === undefined) {
    const names = namesFor(open, typed.folded, lists, most);
    const ofPostcode = lists.includes('addresses') ? postcodeMatches(open, typed.folded) : [];
    const behind = names.isMeant || !lists.includes('addresses') ? undefined : addressBehind(open, text);
    if (behind !== undefined) return behind;
    // a number alone is nobody's house
    const isMeant = names.isMeant && (/\p{Letter}/u.test(typed.folded) || ofPostcode.length > 0);
    return { ...names, candidates: [...ofPostcode, ...names.candidates], isMeant };
  }
  // `90 Mile Beach` begins with a number too
  const query = searchWordsOf(typed.folded);
  const named = query === undefined ? [] : exactMatches(open, query, withoutAddresses(lists));
  if (named.some(({ tier }) => tier % tierOutside < tierBegun)) return { candidates: named, isMeant: true };
  const addresses = lists.includes('addresses') ? addressMatches(open, text, typed) : undefined;
  const begun = named.filter(({ tier }) => tier % tierOutside <= tierBegun);
  if (begun.length > 0) return { candidates: [...begun, ...(addresses?.candidates ?? [])], isMeant: false };
  if (addresses !== undefined) return addresses;
  // places of those words, such as the suburb that a street is named after
  const [street, others] = [address.street.join(' '), withoutAddresses(lists)];
  const isNamed = ({ tier }: Candidate) => tier < tierCorrected;
  const whole = candidatesFor(open, street, others, most).filter(isNamed);
  const candidates = whole.length > 0 ? whole : incompleteMatches(open, street, others, most).filter(isNamed);
  const isNotListed = open.readers.has('addresses');
  return { candidates, isMeant: false, ...(isNotListed && { notice: { code: 'address-not-listed' } }) };
}

function withoutAddresses(lists: readonly PlaceList[]): PlaceList[] {
  return lists.filter((list) => list !== 'addresses');
}

/** Places by their names, streets too. */
function namesFor(open: OpenLists, folded: string, lists: readonly PlaceList[], most: number): AddressMatches {
  const candidates = candidatesFor(open, folded, lists, most);
  // people say `the Hutt`, and `The Terrace` is a street
  const plain = folded.replace(/^the (?=.)/, '');
  if (plain !== folded && !candidates.some(({ tier }) => tier % tierOutside <= tierBegun)) {
    const others = inOrder(candidatesFor(open, plain, lists, most));
    if (isMeant(plain, others)) return { candidates: others, isMeant: true };
  }
  if (candidates.length === 0) return { candidates: incompleteMatches(open, folded, lists, most), isMeant: false };
  return { candidates, isMeant: isMeant(folded, inOrder(candidates)) };
}

/**
 * Whether the first is meant: a name that was typed in full, the beginning of one town's or suburb's, or a name one edit
 * away. Where several streets share a name, the person is asked which one, and a name one edit away is never a street.
 */
function isMeant(folded: string, candidates: readonly Candidate[]): boolean {
  const [first] = candidates;
  if (first === undefined) return false;
  if (first.tier >= tierCorrected) {
    const isAddress = first.list === 'addresses' || first.list === 'streets';
    // `level 2` is no misspelt Levels
    return !isAddress && !/\d/.test(folded) && folded.length >= leastCorrected && first.tier < tierCorrected + oneEdit;
  }
  const equal = candidates.filter(({ list, tier }) => list === first.list && tier === first.tier);
  if (first.tier % tierOutside < tierBegun) {
    // of two localities of one name, or two streets, nobody knows which
    const namesakes = equal.filter(({ place }) => first.list === 'streets' || kindOf(place) === kindOf(first.place));
    return namesakes.every(({ place }) => isOneStreet(first.place, place));
  }
  if (first.place.folded === folded) return true;
  // a kind of feature begins many names: `hospital` is no Hospital Hill
  if (meaningsOf(folded).length > 1) return false;
  // of a name that begins so only one where people live, and only the one larger town among several
  const begun = candidates.filter(
    ({ place, tier }) => Math.floor(tier % tierOutside) === tierBegun && isInhabited(place),
  );
  if (!begun.includes(first)) return false;
  if (populationOf(foldPlaceName(first.place.name)) > 0)
    return folded.length >= leastBegun && !begun.some((other) => isOtherTown(other, first, folded));
  // `bowen` is rather Bowen Street than Bowentown
  const hasWords = ({ place }: Candidate) => place.folded.startsWith(`${folded} `);
  return begun.every(({ place }) => place.name === first.place.name) && (hasWords(first) || !candidates.some(hasWords));
}

/** Whether another larger town's name begins so: `whang` is Whangārei or Whanganui. */
function isOtherTown({ place: { name } }: Candidate, first: Candidate, typed: string): boolean {
  const folded = foldPlaceName(name);
  return name !== first.place.name && folded.startsWith(typed) && populationOf(folded) > 0;
}

/** What a place is: `Locality` of `Locality, near Levin`. */
function kindOf({ detail }: FoundPlace): string {
  return detail.split(',', 1)[0] ?? '';
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
  const isAddress = isNumber(words[0] ?? '');
  const matching = exactMatches(open, query, lists);
  const exact = [
    ...(hasPlaces ? whereMatches(open, words) : []),
    ...(isAddress ? nearestFirst(open, words, matching) : matching),
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

/** Places that lack some of the typed words at the end: a place somewhere else. */
function incompleteMatches(open: OpenLists, folded: string, lists: readonly PlaceList[], most: number): Candidate[] {
  for (const other of beginningsOf(wordsOf(folded))) {
    const found = candidatesFor(open, other.join(' '), lists, most);
    if (found.length > 0) return found;
  }
  return [];
}
