import { isInServiceArea } from '#lib/broadband/point.ts';
import { beginsWithStreet, isNumber, streetKinds } from '#lib/places/address-text.ts';
import { foldPlaceName, meaningsOf, namesInFull, squeezePlaceName } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { PlaceAlias } from '#lib/places/lists/aliases.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { type SearchWords, searchWordsOf, wordsJoined, wordsOf } from '#lib/places/search-words.ts';
import { type Candidate, inOrder, isInhabited, isTown, tierBegun, tierOutside, tierStreet } from './candidate.ts';
import type { OpenLists } from './open-lists.ts';
import type { FoundPlace } from './place-file.ts';
import type { Streets } from './streets.ts';

/** How many places of each list are compared to choose the best. */
const candidates = 40;
/** A list has the place of an alias, or a settlement of that name in it, if it has one closer than this. */
const aliasKilometres = 40;

/** Places whose names, or other names, are the typed ones, begin with them or contain their words. */
export function exactMatches(open: OpenLists, words: SearchWords, lists: readonly PlaceList[]): Candidate[] {
  const isNumbered = isNumber(wordsOf(words.folded)[0] ?? '');
  const order = isNumbered ? lists.toReversed() : lists;
  const found = order.flatMap((list): Candidate[] => {
    const reader = open.readers.get(list);
    if (reader === undefined || list === 'aliases') return [];
    const { atStart, within } = reader.find(words, candidates);
    const matching = [...atStart, ...within].map((place, at) => {
      return { list, place, tier: tierOf(place, at < atStart.length, words.folded) };
    });
    const streets = isNumbered || list !== 'addresses' ? [] : streetMatches(open, words);
    return [...namedPlaces(open, list, words.folded), ...streets, ...matching];
  });
  const all = lists.includes('aliases') ? [...found, ...aliasMatches(open, words.folded)] : found;
  // a number is a whole one where anything has it so: `SH1` is not the beginning of State Highway 10
  const number = /(?<=[a-z] )\d+$/.exec(words.folded)?.[0];
  const isWhole = all.some(({ tier }) => tier % tierOutside < tierBegun);
  return number === undefined || !isWhole ? all : all.filter(({ place }) => place.folded.split(' ').includes(number));
}

/** Streets come before their numbers; two of the typed words may be one in their names. */
function streetMatches(open: OpenLists, words: SearchWords): Candidate[] {
  const reader = open.readers.get('addresses');
  if (reader?.streets === undefined) return [];
  const { streets } = reader;
  const joined = () => wordsJoined(wordsOf(words.folded), (word) => reader.hasWord(word)).map((all) => all.join(' '));
  const found = streetsLike(streets, words);
  return found.length > 0
    ? found
    : joined().flatMap((text) => {
        const query = searchWordsOf(text);
        return query === undefined ? [] : streetsLike(streets, query);
      });
}

function streetsLike(streets: Streets, words: SearchWords): Candidate[] {
  const typed = wordsOf(words.folded);
  const { atStart, within } = streets.find(words, candidates);
  return [...atStart, ...within].map((place, at) => {
    const tier = beginsWithStreet(typed, place.ownWords)
      ? tierStreet + (place.isServed ? 0 : tierOutside)
      : tierOf(place, at < atStart.length, words.folded);
    return { list: 'streets', place, tier };
  });
}

/** The places of a list with exactly this name, its words joined or split in any way. */
function namedPlaces(open: OpenLists, list: PlaceList, folded: string): Candidate[] {
  const places = open.readers.get(list)?.named(squeezePlaceName(folded)) ?? [];
  // `Lake E` is squeezed to `lake`
  const named = places.filter((place) => !place.folded.startsWith(`${folded} `));
  return named.map((place) => ({
    list,
    place,
    tier:
      tierNamed(place, place.folded === folded ? (isTown(place) ? -0.1 : 0) : 0.2) + (place.isServed ? 0 : tierOutside),
  }));
}

/** The tier of a place of the typed name: one that had it formerly comes after those whose names begin so. */
function tierNamed({ detail }: FoundPlace, tier: number): number {
  return detail.includes('(former name)') ? tierBegun + 0.2 : tier;
}

/** Sorting is stable: within a tier, lists keep their order, and places that of their list. */
function tierOf(place: FoundPlace, isAtStart: boolean, typed: string): number {
  return likenessOf(place, isAtStart, typed) + (place.isServed ? 0 : tierOutside);
}

function likenessOf(place: FoundPlace, isAtStart: boolean, typed: string): number {
  const [own, words] = [place.folded.split(' '), typed.split(' ')];
  // `mt eden` is Mount Eden, and `mt taranaki` begins Mount Taranaki or Mount Egmont
  const isInShort = words.every((word, at) => meaningsOf(word).includes(own[at] ?? ''));
  if (place.folded === typed || (isInShort && own.length === words.length)) return tierNamed(place, 0);
  if (place.folded.startsWith(typed) || isInShort || isTownWith(place, typed)) return tierBegun;
  return isAtStart ? 2 : 3;
}

/** By `hutt` people mean Lower Hutt, not Hutt Creek. */
function isTownWith(place: FoundPlace, typed: string): boolean {
  const own = place.folded.split(' ');
  return isTown(place) && typed.split(' ').every((word) => own.includes(word));
}

function aliasMatches(open: OpenLists, folded: string): Candidate[] {
  const aliases = open.aliases.find(squeezePlaceName(folded));
  const settlements =
    aliases.length === 0 ? [] : namedPlaces(open, 'gazetteer', folded).filter(({ place }) => isInhabited(place));
  return aliases.flatMap(({ alias, isWhole }) => {
    const found = placeOfAlias(open, alias);
    // a name that no list has must match another name in full
    if (!isWhole && found.list === 'aliases') return [];
    const isEqual = foldPlaceName(alias.alias) === folded;
    const likeness = !isWhole ? 1.5 : isStreetAlias(found.place) ? tierStreet + 0.05 : isEqual ? 0 : 0.2;
    // the gazetteer has two places called Manukau, but not the town, and a locality called Kapiti elsewhere; but
    // Ōtorohanga is in its district
    const isNamedHere = settlements.some(({ place }) => kilometresBetween(place, found.place) <= aliasKilometres);
    const largerFirst = !isWhole || isNamedHere ? 0 : isTown(found.place) ? -0.1 : isLarge(found.place) ? -0.05 : 0;
    return [{ ...found, tier: likeness + largerFirst + (found.place.isServed ? 0 : tierOutside) }];
  });
}

/** Whether a place was found by the name of a street in it, of which other places may have one. */
function isStreetAlias({ alias = '' }: FoundPlace): boolean {
  return streetKinds.has(foldPlaceName(alias).split(' ').at(-1) ?? '');
}

/** Whether people mean it before a hill or a locality of the same name. */
function isLarge({ detail }: FoundPlace): boolean {
  return /^(?:Region|Local government|Area|Island|Airport)\b/i.test(detail);
}

/** The place that an alias means: that of its name in the lists, with its official spelling, or else what the alias says. */
export function placeOfAlias(open: OpenLists, alias: PlaceAlias): Omit<Candidate, 'tier'> {
  const squeezed = squeezePlaceName(alias.name);
  for (const list of ['gazetteer', 'localities'] as const) {
    const near = open.readers
      .get(list)
      ?.named(squeezed)
      .find((place) => kilometresBetween(place, alias) <= aliasKilometres);
    if (near !== undefined) return { list, place: { ...near, alias: alias.alias } };
  }
  const { name, detail, latitude, longitude, isMaori } = alias;
  const isServed = isInServiceArea(latitude, longitude);
  const searched = { folded: squeezed, alias: alias.alias, also: '', addressId: undefined };
  return { list: 'aliases', place: { id: 0, name, detail, latitude, longitude, isMaori, isServed, ...searched } };
}

/** The places of this name, by any of their names, the likeliest first; of a name in short, those of it in full. */
export function placesNamed(open: OpenLists, folded: string): Candidate[] {
  const found = placesOfName(open, folded);
  if (found.length > 0) return found;
  const inFull = namesInFull(folded).filter((name) => name !== folded);
  return inFull.flatMap((name) => placesOfName(open, name));
}

function placesOfName(open: OpenLists, folded: string): Candidate[] {
  const lists: readonly PlaceList[] = ['gazetteer', 'localities'];
  const named = lists.flatMap((list) => namedPlaces(open, list, folded));
  // streets of one name are in many towns
  const byAlias = aliasMatches(open, folded).filter(({ tier }) => tier % tierOutside < tierStreet);
  return inOrder([...named, ...byAlias]);
}
