import type { SearchNotice } from '#lib/map/search.ts';
import {
  type AddressWords,
  addressWordsOf,
  beginsWithStreet,
  isRange,
  numberTextOf,
  ownWordsOf,
  type StreetPosition,
  streetKinds,
  streetPositionOf,
  type TypedAddress,
  typedAddressOf,
} from '#lib/places/address-text.ts';
import { foldPlaceName, meaningsOf } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import { kindsSplit, searchWordsOf, wordsJoined, wordsOf } from '#lib/places/search-words.ts';
import { withLetterJoined } from '#lib/places/typed-address.ts';
import { type Candidate, inOrder, isInhabited, tierCorrected } from './candidate.ts';
import { correctedMatches } from './near-matches.ts';
import type { OpenLists } from './open-lists.ts';
import type { FoundPlace } from './place-file.ts';
import type { PlaceFileReader } from './place-file-reader.ts';
import type { FoundStreet, Streets } from './streets.ts';
import { centresIn, centresNamed, isRegion, nearAny, nearestFirst, splitsAtEnd } from './where-matches.ts';

/** What a typed address may mean. */
export interface AddressMatches {
  readonly candidates: readonly Candidate[];
  /** Whether the first is what was typed, so that it can be taken without a question. */
  readonly isMeant: boolean;
  readonly notice?: SearchNotice;
}

/** An address as it was typed, for the notice, and its folded words. */
interface Words {
  readonly words: readonly string[];
  readonly text: string;
}

/** So many addresses or streets of one name are compared. */
const mostNamesakes = 300;
/** So many streets of one name are offered. */
const mostStreets = 5;
/** Addresses of one text that are closer than this are one building. */
const buildingKilometres = 0.3;
/** Streets of one name that are closer than this are one street, which passes through several suburbs. */
const streetKilometres = 10;
/** An address this near to the place that was typed after it is there, though the list does not say so. */
const townKilometres = 25;

/**
 * The addresses that a text with a number and a street means. A number that its street lacks never leads to another
 * street: the nearest numbers of that street are offered, and a notice says so. Undefined if no address is like it.
 *
 * @param text as it was typed, for the notice
 */
export function addressMatches(open: OpenLists, text: string, typed: TypedAddress): AddressMatches | undefined {
  const reader = open.readers.get('addresses');
  const words = wordsOf(typed.folded);
  const parts = addressWordsOf(words);
  if (reader === undefined || parts === undefined) return undefined;
  const { streets } = reader;
  const found =
    onStreet(open, reader, text, typed) ??
    begun(open, reader, words, parts) ??
    unlisted(reader, streets === undefined ? [] : streetsBegun(streets, parts.street), parts, text) ??
    corrected(open, words, parts) ??
    withoutRest(open, reader, text, typed) ??
    addressBehind(open, text) ??
    elsewhere(open, parts);
  const [first] = inOrder(found?.candidates ?? []);
  // `12/14` is unit 12 of number 14, and `12-14` a range of numbers
  return found && { ...found, isMeant: found.isMeant && isRange(text) === isRange(first?.place.name ?? '') };
}

/** The addresses on the streets whose whole names were typed; undefined if no list has such a street. */
function onStreet(
  open: OpenLists,
  reader: PlaceFileReader,
  text: string,
  typed: TypedAddress,
): AddressMatches | undefined {
  const parts = addressWordsOf(wordsOf(typed.folded));
  if (parts === undefined) return undefined;
  const { numbers } = parts;
  const isWord = (word: string) => reader.hasWord(word);
  const find = (street: readonly string[]) => {
    const words = [...numbers, ...street];
    return (
      listed(open, reader, typed, { words, text }) ??
      listed(open, reader, typed, { words: withLetterJoined(words), text }) ??
      buildingOf(open, reader, typed, { words, text }) ??
      listedNear(open, reader, { numbers, street }) ??
      unlisted(reader, streetsTyped(open, reader.streets, street), parts, text)
    );
  };
  return (
    find(parts.street) ?? firstFound([...wordsJoined(parts.street, isWord), ...kindsSplit(parts.street, isWord)], find)
  );
}

/** Behind the name of a street they are words of another street. */
const directions: ReadonlySet<string> = new Set(['north', 'south', 'east', 'west', 'extension'].map(foldPlaceName));

/**
 * The address without what was added after it: `(rear)`, `cnr Cuba St`, `near the station`, `fibre`. That may be another home
 * on the same section, so the person is asked. An address elsewhere than where the rest says is not offered.
 */
function withoutRest(
  open: OpenLists,
  reader: PlaceFileReader,
  text: string,
  typed: TypedAddress,
): AddressMatches | undefined {
  const words = wordsOf(typed.folded);
  const counts = words.map((_, at) => words.length - 1 - at);
  return firstFound(counts, (count) => {
    const [head, rest] = [words.slice(0, count), words.slice(count)];
    const { street = [] } = addressWordsOf(head) ?? {};
    const isOther = meaningsOf(rest[0] ?? '').some((word) => directions.has(word) || streetKinds.has(word));
    if (isOther || reader.streets === undefined || fullStreets(reader.streets, street).length === 0) return undefined;
    const found = onStreet(open, reader, text, { ...typed, folded: head.join(' ') });
    const centres = inhabitedIn(open, rest);
    const all = found?.candidates ?? [];
    const candidates = centres.length > 0 ? nearAny(all, centres) : all;
    return found && candidates.length > 0 ? { ...found, candidates, isMeant: false } : undefined;
  });
}

/** The towns, suburbs or localities of the last name of any among the words. */
function inhabitedIn(open: OpenLists, words: readonly string[]): readonly Candidate[] {
  const names = words.flatMap((_, at) => splitsAtEnd(['', ...words.slice(0, words.length - at)]));
  for (const { where } of names) {
    const inhabited = centresNamed(open, where).filter(({ place }) => isInhabited(place));
    if (inhabited.length > 0) return inhabited;
  }
  return [];
}

/**
 * The address behind other words: `Jane Smith, 12 Queen St`, `opposite 12 Queen St`, `Lot 3, 12 Queen St`. These may say that
 * another home is meant, so the person is asked.
 */
export function addressBehind(open: OpenLists, text: string): AddressMatches | undefined {
  const reader = open.readers.get('addresses');
  if (reader === undefined) return undefined;
  const starts = [...text.matchAll(/(?<=[\s,:;(]#?)\d/g)];
  return firstFound(starts, ({ index }) => {
    const behind = text.slice(index);
    const typed = typedAddressOf(behind);
    const found = onStreet(open, reader, behind, typed) ?? withoutRest(open, reader, behind, typed);
    return found && { ...found, isMeant: false };
  });
}

function firstFound<Given, Found>(given: readonly Given[], find: (one: Given) => Found | undefined): Found | undefined {
  for (const one of given) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The addresses with all typed words, on the street whose whole name was typed. */
function listed(
  open: OpenLists,
  reader: PlaceFileReader,
  { postcode }: TypedAddress,
  { words, text }: Words,
): AddressMatches | undefined {
  const found = fullyTyped(reader, words);
  if (found.length === 0) return undefined;
  const ofPostcode = found.filter(({ place }) => place.also === postcode);
  const candidates = nearestFirst(open, words, ofPostcode.length > 0 ? ofPostcode : found);
  const numbers = addressWordsOf(words)?.numbers ?? [];
  const isOne = isOneAddress(candidates, numbers);
  const isMeant = isOne && !isOfOtherTown(open, candidates, words);
  return { candidates, isMeant, ...(isOne ? {} : onlyUnits(candidates, numbers, text)) };
}

/** Whether the words behind the street are the name of a town elsewhere: `Palmerston` is not Palmerston North. */
function isOfOtherTown(open: OpenLists, candidates: readonly Candidate[], words: readonly string[]): boolean {
  const [own = '', ...where] = (streetPositionOf(inOrder(candidates)[0]?.place.name ?? '')?.street ?? '').split(',');
  const rest = (addressWordsOf(words)?.street ?? []).slice(ownWordsOf(own).length).join(' ');
  const listedWhere = where.map(foldPlaceName);
  if (rest === '' || listedWhere.includes(rest)) return false;
  const [town] = centresNamed(open, rest);
  return town !== undefined && isInhabited(town.place) && nearAny(candidates, [town]).length === 0;
}

function fullyTyped(reader: PlaceFileReader, words: readonly string[]): Candidate[] {
  const street = addressWordsOf(words)?.street ?? [];
  const query = searchWordsOf(words.join(' '));
  const { atStart = [], within = [] } = query === undefined ? {} : reader.find(query, mostNamesakes);
  return [...atStart, ...within]
    .filter(({ name }) => beginsWithStreet(street, ownWordsOf(streetPositionOf(name)?.street ?? '')))
    .map((place, at) => ({ list: 'addresses', place, tier: at < atStart.length ? 0 : 1 }));
}

/** A unit that is not listed: the addresses of its building, none of which is taken for it. */
function buildingOf(
  open: OpenLists,
  reader: PlaceFileReader,
  typed: TypedAddress,
  { words, text }: Words,
): AddressMatches | undefined {
  const { numbers = [] } = addressWordsOf(words) ?? {};
  const withoutUnits = isRange(text) ? [] : numbers.slice(1).map((_, at) => words.slice(at + 1));
  const found = firstFound(withoutUnits, (building) => listed(open, reader, typed, { words: building, text }));
  if (found === undefined) return undefined;
  const names = inOrder(found.candidates).map(({ place }) => place.name);
  return { ...found, isMeant: false, notice: notListed(text, names[0], names.slice(0, 2)) };
}

/** That a number is not listed, beside the addresses nearest to it. */
function notListed(text: string, street = '', nearest: readonly string[] = []): SearchNotice {
  return {
    code: 'number-not-listed',
    number: numberTextOf(text),
    street: (streetPositionOf(street)?.street ?? street).split(',', 1)[0] ?? '',
    nearest: [...new Set(nearest.map(numberTextOf))].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  };
}

/** That a number has units or levels only, all in one street. */
function onlyUnits(
  candidates: readonly Candidate[],
  numbers: readonly string[],
  text: string,
): Pick<AddressMatches, 'notice'> | undefined {
  const [first] = inOrder(candidates);
  if (first === undefined || candidates.some(({ place }) => numbersOf(place).length <= numbers.length))
    return undefined;
  if (candidates.some(({ place }) => kilometresBetween(first.place, place) > buildingKilometres)) return undefined;
  const names = inOrder(candidates).map(({ place }) => place.name);
  return { notice: notListed(text, names[0], names.slice(0, 2)) };
}

function numbersOf({ folded }: FoundPlace): readonly string[] {
  return addressWordsOf(folded.split(' '))?.numbers ?? [];
}

/** The list may not say where an address is as people do: `12 Rata Street, Wellington` may be in Naenae. */
function listedNear(open: OpenLists, reader: PlaceFileReader, parts: AddressWords): AddressMatches | undefined {
  for (const { head, where } of placesAtEnd(parts.street)) {
    const centres = centresIn(open, where);
    if (centres.length === 0) continue;
    const near = nearAny(fullyTyped(reader, [...parts.numbers, ...head]), centres);
    if (near.length === 0) {
      // `12 Kauri St, Kilbirnie, Wellington` may be listed in Miramar
      const inOther = nearAny(listedNear(open, reader, { ...parts, street: head })?.candidates ?? [], centres);
      if (inOther.length > 0) return { candidates: inOther, isMeant: false };
      continue;
    }
    const inIt = near.filter(({ place }) => centres.some((centre) => isListedIn(place, centre.place)));
    // a street of that name in the next suburb is another one, unless the suburb was typed too
    const isThere = near.every(
      ({ place }) =>
        head.length > ownWordsOf(streetPositionOf(place.name)?.street ?? '').length &&
        centres.some((centre) => isRegion(centre.place) || kilometresBetween(place, centre.place) <= townKilometres),
    );
    const [candidates, isClear] = inIt.length > 0 ? [inIt, true] : [near, isThere];
    return { candidates, isMeant: isClear && isOneAddress(candidates, parts.numbers) };
  }
  return undefined;
}

/** Whether the list says of an address that it is in this suburb or town. */
function isListedIn({ name }: FoundPlace, centre: FoundPlace): boolean {
  const [, ...where] = (streetPositionOf(name)?.street ?? '').split(',').map(foldPlaceName);
  return where.includes(foldPlaceName(centre.name));
}

/** The streets that were typed, none of which has the number; undefined without any. */
function unlisted(
  reader: PlaceFileReader,
  found: readonly FoundStreet[],
  { numbers }: AddressWords,
  text: string,
): AddressMatches | undefined {
  const [first] = found;
  const { streets } = reader;
  if (streets === undefined || first === undefined) return undefined;
  // where streets of one name are in several towns, nobody knows which was meant
  const isOne = found.every((other) => first && isOneStreet(first, other));
  const nearest = isOne ? nearestOn(reader, streets, found, Number.parseInt(numbers.at(-1) ?? '', 10)) : [];
  return {
    candidates: [
      ...nearest.map((place, at): Candidate => ({ list: 'addresses', place, tier: tierCorrected + at / 10 })),
      ...found.slice(0, mostStreets).map((place): Candidate => ({ list: 'streets', place, tier: tierCorrected + 1 })),
    ],
    isMeant: false,
    notice: notListed(
      text,
      first?.name,
      nearest.map(({ name }) => name),
    ),
  };
}

/** Whether two streets of one name are the same one. */
export function isOneStreet(one: FoundPlace, other: FoundPlace): boolean {
  return kilometresBetween(one, other) <= streetKilometres;
}

/** The streets whose whole names were typed, with the words of where they are or near the place that these name. */
function streetsTyped(open: OpenLists, streets: Streets | undefined, typed: readonly string[]): FoundStreet[] {
  if (streets === undefined) return [];
  const whole = fullStreets(streets, typed);
  if (whole.length > 0) return whole;
  for (const { head, where } of placesAtEnd(typed)) {
    const found = fullStreets(streets, head).map((place): Candidate => ({ list: 'streets', place, tier: 0 }));
    const near = found.length === 0 ? [] : nearAny(found, centresNamed(open, where));
    if (near.length > 0) return near.map(({ place }) => place as FoundStreet);
  }
  return [];
}

/** The streets whose names begin with what was typed so far. */
function streetsBegun(streets: Streets, typed: readonly string[]): FoundStreet[] {
  const query = searchWordsOf(typed.join(' '));
  if (query === undefined) return [];
  return streets.find(query, mostNamesakes).atStart.filter(({ ownWords }) => {
    return typed.every((word, at) => {
      const own = ownWords[at] ?? '';
      return meaningsOf(word).includes(own) || (at === typed.length - 1 && own.startsWith(word));
    });
  });
}

function fullStreets(streets: Streets, typed: readonly string[]): FoundStreet[] {
  const query = searchWordsOf(typed.join(' '));
  if (query === undefined) return [];
  const { atStart, within } = streets.find(query, mostNamesakes);
  return [...atStart, ...within].filter(({ ownWords }) => beginsWithStreet(typed, ownWords));
}

/** The addresses of the number itself, or else two around it, the nearer first: of its letters and units only the first. */
function nearestOn(
  reader: PlaceFileReader,
  streets: Streets,
  on: readonly FoundStreet[],
  number: number,
): FoundPlace[] {
  const positions = on.flatMap(({ id }) => {
    const { below, from } = streets.around(id, number);
    return [...below, ...from].flatMap((address) => {
      const place = reader.get(address);
      const position = place && streetPositionOf(place.name);
      return place === undefined || position === undefined ? [] : [{ place, ...position }];
    });
  });
  const below = firstOfEach(
    positions.filter(({ to }) => to < number).sort((a, b) => b.to - a.to || a.place.id - b.place.id),
  );
  const from = firstOfEach(
    positions.filter(({ to }) => to >= number).sort((a, b) => a.from - b.from || a.place.id - b.place.id),
  );
  // of a letter or a unit that is not listed, the number itself
  const own = from.filter((position) => position.from <= number);
  if (own.length > 0) return own.slice(0, 2).map(({ place }) => place);
  const chosen = below.length === 0 || from.length === 0 ? [...below, ...from].slice(0, 2) : [below[0], from[0]];
  return chosen
    .filter((position) => position !== undefined)
    .sort(
      (a, b) =>
        Math.min(Math.abs(a.from - number), Math.abs(a.to - number)) -
        Math.min(Math.abs(b.from - number), Math.abs(b.to - number)),
    )
    .map(({ place }) => place);
}

/** One address of each number: houses come before their units. */
function firstOfEach<Position extends StreetPosition>(positions: readonly Position[]): Position[] {
  return positions.filter(({ from }, at) => positions.findIndex((other) => other.from === from) === at);
}

/** Addresses whose streets begin with what was typed so far. */
function begun(
  open: OpenLists,
  reader: PlaceFileReader,
  words: readonly string[],
  { numbers, street }: AddressWords,
): AddressMatches | undefined {
  const query = searchWordsOf(words.join(' '));
  const { atStart = [], within = [] } = query === undefined ? {} : reader.find(query, mostNamesakes);
  const candidates = [...atStart, ...within].map((place, at): Candidate => {
    return { list: 'addresses', place, tier: at < atStart.length ? 2 : 3 };
  });
  if (candidates.length === 0) return undefined;
  const streets = reader.streets === undefined ? [] : streetsBegun(reader.streets, street);
  const isOneStreet = new Set(streets.map(({ ownWords }) => ownWords.join(' '))).size === 1;
  // `1 Wellington` is no address in Wellington Street
  const isPlace = centresNamed(open, street.join(' ')).length > 0;
  return { candidates, isMeant: isOneStreet && !isPlace && isOneAddress(candidates, numbers) };
}

/** Addresses, or else streets, that a few edits turn the typed words into. */
function corrected(open: OpenLists, words: readonly string[], { street }: AddressWords): AddressMatches | undefined {
  const addresses = nearestFirst(open, words, correctedMatches(open, words, ['addresses']), true);
  if (addresses.length > 0) return { candidates: addresses, isMeant: false };
  const streets = correctedMatches(open, street, ['addresses']).filter(({ list }) => list === 'streets');
  return streets.length === 0 ? undefined : { candidates: streets, isMeant: false };
}

/** No street of the name is there: the place that was typed after it is offered, never the street of another town. */
function elsewhere(open: OpenLists, { street }: AddressWords): AddressMatches | undefined {
  for (const { where } of placesAtEnd(street)) {
    const [centre] = centresNamed(open, where);
    if (centre === undefined) continue;
    const candidates = [{ ...centre, tier: tierCorrected }];
    return { candidates, isMeant: false, notice: { code: 'address-not-listed' } };
  }
  return undefined;
}

/** How a street and where it is may be told apart; the kind of a road is no place, though one may be called Terrace. */
function placesAtEnd(words: readonly string[]) {
  return splitsAtEnd(words).filter(({ where }) => !streetKinds.has(where));
}

/** Whether one of the addresses has the typed numbers and no others, and the rest are in its building. */
function isOneAddress(candidates: readonly Candidate[], numbers: readonly string[]): boolean {
  const [first] = inOrder(candidates);
  return (
    first !== undefined &&
    numbersOf(first.place).join(' ') === numbers.join(' ') &&
    candidates.every(({ place }) => kilometresBetween(first.place, place) <= buildingKilometres)
  );
}
