import { isNumber, streetKinds } from '#lib/places/address-text.ts';
import { foldPlaceName, squeezePlaceName } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { searchWordsOf } from '#lib/places/search-words.ts';
import { towns } from '#lib/places/towns.ts';
import { type Candidate, isInhabited, isTown, leastCorrected, tierCorrected } from './candidate.ts';
import { placeOfAlias, placesNamed } from './exact-matches.ts';
import type { OpenLists } from './open-lists.ts';
import type { FoundPlace } from './place-file.ts';

/** The last words name where a place is; no name of a town or region has more. */
const mostWhereWords = 4;
/** So many places of the name after the first are tried. */
const mostCentres = 4;
/** A place is near a town if it is closer than this, and in a district or a region if it is closer to its middle than that. */
const [townKilometres, districtKilometres, regionKilometres] = [50, 80, 200];
/** A suburb or a smaller place has those that are closer than this. */
const aroundKilometres = 10;
/** The tier of a place that may be meant, but is not where the text says, or not typed in full: it is never taken. */
const tierNotThere = 2;
/** How many places of a name are looked through for one near another place. */
const mostNamesakes = 300;

const populations = new Map(towns.map(({ name, population }) => [foldPlaceName(name), population]));

/** How many people live in a larger town of this name, with its district; 0 for any other place. */
export function populationOf(folded: string): number {
  return populations.get(folded.replace(/ (?:city|district)$/, '')) ?? 0;
}

interface Split {
  readonly head: string;
  readonly where: string;
  /** People rarely name the town first. */
  readonly isWhereFirst: boolean;
}

/** The words of a text that may end with the name of where the place is, and that name, the longest first. */
export function splitsAtEnd(words: readonly string[]): { readonly head: readonly string[]; readonly where: string }[] {
  const longest = Math.max(0, Math.min(mostWhereWords, words.length - 1));
  return Array.from({ length: longest }, (_, at) => {
    const count = longest - at;
    return { head: words.slice(0, -count), where: words.slice(-count).join(' ') };
  });
}

/** A text may end, or begin, with the name of where the place is: `Karori, Wellington`, `12 Queen St Auckland`. */
function* splits(words: readonly string[]): Generator<Split> {
  for (const { head, where } of splitsAtEnd(words)) yield { head: head.join(' '), where, isWhereFirst: false };
  const longest = Math.min(mostWhereWords, words.length - 1);
  if (isNumber(words[0] ?? '')) return;
  for (let count = longest; count > 0; count--) {
    const [head, where] = [words.slice(count), words.slice(0, count)];
    yield { head: head.join(' '), where: where.join(' '), isWhereFirst: true };
  }
}

/** Folded words for the middle of a town, where no list has a place of that name. */
const middleOfTown: ReadonlySet<string> = new Set(
  ['cbd', 'central', 'city', 'city centre', 'town centre', 'central city', 'inner city', 'downtown'].map(foldPlaceName),
);

/** Places that have their name of a town, by any name of it: `palmy airport`. Of the middle of a town, the town. */
function namedAfterTown(open: OpenLists, words: readonly string[]): Candidate[] {
  for (const { head, where } of splits(words)) {
    const named = centresNamed(open, where).filter(({ place }) => isTown(place));
    const after = named.flatMap(({ place }) => placesNamed(open, `${foldPlaceName(place.name)} ${head}`));
    const found = after.length > 0 || !middleOfTown.has(head) ? after : named;
    if (found.length > 0) return found.map((candidate) => ({ ...candidate, tier: 0.6 }));
  }
  return [];
}

/** Places whose whole name comes before that of a place nearby, which is not far. */
export function whereMatches(open: OpenLists, words: readonly string[]): Candidate[] {
  const named = namedAfterTown(open, words);
  if (named.length > 0) return named;
  for (const { head, where, isWhereFirst } of splits(words)) {
    const heads = placesNamed(open, head);
    const centres = heads.length === 0 ? [] : centresIn(open, where);
    // by `christchurch lyttelton` people mean Lyttelton: the larger place is where the smaller one is
    const isTownLarger = populationOf(head) > populationOf(where);
    const larger = isTownLarger ? centres.filter(({ place }) => isRegion(place)) : centres;
    const found = nearAny(heads, larger, mayBeIn);
    // `Marlborough Blenheim` is not clear: people rarely name the region first
    const isClear = (candidate: Candidate) =>
      larger.some((centre) => {
        const regions = [candidate, centre].map(({ place }) => isRegion(place));
        return isAround(candidate)(centre) && (regions[0] === regions[1] || regions[isWhereFirst ? 0 : 1] === true);
      });
    if (found.length > 0)
      return found.map((candidate) => ({ ...candidate, tier: isClear(candidate) ? 0.6 : tierNotThere }));
  }
  return begunThere(open, words);
}

/** `mt vic wellington`: where people live, near the place that was typed after the beginning of its name. */
function begunThere(open: OpenLists, words: readonly string[]): Candidate[] {
  for (const { head, where } of splitsAtEnd(words)) {
    const centres = head.length === 0 ? [] : centresNamed(open, where);
    const query = centres.length === 0 ? undefined : searchWordsOf(head.join(' '));
    if (query === undefined) continue;
    const begun = (['gazetteer', 'localities'] as const).flatMap((list) =>
      (open.readers.get(list)?.find(query, mostNamesakes).atStart ?? []).map((place): Candidate => {
        return { list, place, tier: tierNotThere };
      }),
    );
    const near = nearAny(
      begun.filter(({ place }) => isInhabited(place)),
      centres,
    );
    if (near.length > 0) return near;
  }
  return [];
}

/** Whether a place is a larger one's, and not only in the same part of the country: Westfield is not in Albany. */
function isAround({ place }: Candidate): (centre: Candidate) => boolean {
  return ({ place: centre }) =>
    isRegion(centre) ||
    populationOf(foldPlaceName(centre.name)) > 0 ||
    place.detail.endsWith(`near ${centre.name}`) ||
    kilometresBetween(place, centre) <= aroundKilometres;
}

/**
 * As `whereMatches`, for incomplete names and for addresses. A text that begins with the name of a place means this place
 * before any near it: no list has `Hobsonville Point`, and Hobsonville is nearer to it than another point.
 */
export function partsMatches(
  open: OpenLists,
  words: readonly string[],
  lists: readonly PlaceList[],
): readonly Candidate[] {
  // the place at the end, if nothing there is of the rest: `countdown petone`
  let named: readonly Candidate[] = [];
  for (const { head, where, isWhereFirst } of splits(words)) {
    const centres = centresNamed(open, where);
    const query = centres.length === 0 ? undefined : searchWordsOf(head);
    if (query === undefined) continue;
    // `Kelburn Parade` is no other parade near Kelburn
    const isKind = head.split(' ').every((word) => streetKinds.has(word));
    const found = (isKind ? [] : lists).flatMap((list) => {
      const reader = list === 'aliases' ? undefined : open.readers.get(list);
      const { atStart = [], within = [] } = reader?.find(query, mostNamesakes) ?? {};
      const tier = tierCorrected + (isWhereFirst ? 2.5 : list === 'addresses' ? 0 : 1.5);
      return [...atStart, ...within].map((place): Candidate => ({ list, place, tier }));
    });
    const near = nearAny(found, centres);
    const there = centres.map((centre) => ({ ...centre, tier: tierCorrected + 2.2 }));
    if (isWhereFirst) return [...there, ...near];
    if (near.length > 0) return near;
    if (named.length === 0) named = there;
  }
  return named;
}

/** Addresses whose text ends with the name of a place: those in its middle come first, as `12 Queen St Auckland` means. */
export function nearestFirst(
  open: OpenLists,
  words: readonly string[],
  found: readonly Candidate[],
  isMisspelt = false,
): Candidate[] {
  const [named] = [...splits(words)].flatMap(({ where }) => centresNamed(open, where).slice(0, 1));
  const centre = named ?? (isMisspelt && found.length > 1 ? nearlyNamed(open, words.at(-1) ?? '')[0] : undefined);
  if (centre === undefined) return [...found];
  const share = ({ place }: Candidate) =>
    Math.min(townKilometres, kilometresBetween(place, centre.place)) / (2 * townKilometres);
  return found.map((candidate) =>
    candidate.list === 'addresses' ? { ...candidate, tier: candidate.tier + share(candidate) } : candidate,
  );
}

/** As `whereMatches`, when either name is misspelt. */
export function misspeltWhereMatches(open: OpenLists, words: readonly string[]): Candidate[] {
  return [...splits(words)].flatMap(({ head, where, isWhereFirst }) => {
    const centres = nearlyNamed(open, where).slice(0, mostCentres);
    const heads = centres.length === 0 ? [] : nearlyNamed(open, head);
    return heads.flatMap(({ edits, ...candidate }) =>
      centres
        .filter((centre) => isNear(candidate.place, centre.place))
        .map((centre) => ({
          ...candidate,
          tier:
            tierCorrected +
            edits +
            centre.edits +
            (isWhereFirst ? 0.4 : 0.3) +
            shortness(head, edits) +
            shortness(where, centre.edits),
        })),
    );
  });
}

/** A short word has so many others one letter away that a corrected one counts as two edits. */
function shortness(typed: string, edits: number): number {
  return edits > 0 && typed.length < leastCorrected ? 1 : 0;
}

interface Nearly extends Candidate {
  readonly edits: number;
}

/** Places of this name or, without any, of names like it. */
function nearlyNamed(open: OpenLists, folded: string): Nearly[] {
  const exact = placesNamed(open, folded).map((candidate) => ({ ...candidate, edits: 0 }));
  if (exact.length > 0) return exact;
  const squeezed = squeezePlaceName(folded);
  const near = (['gazetteer', 'localities'] as const).flatMap((list) => {
    const places = open.readers.get(list)?.near(squeezed, mostCentres * 4) ?? [];
    return places.map((place): Nearly => ({ list, place, tier: 0, edits: place.edits }));
  });
  const others = open.aliases
    .near(squeezed)
    .map(({ alias, edits }) => ({ ...placeOfAlias(open, alias), tier: 0, edits }));
  return [...near, ...others].sort((a, b) => a.edits - b.edits);
}

/** The places of this name, as many as are tried; `Auckland City` is Auckland, where no list has such a city. */
export function centresNamed(open: OpenLists, where: string): Candidate[] {
  const named = placesNamed(open, where).slice(0, mostCentres);
  return named.length === 0 && where.endsWith(' city') ? centresNamed(open, where.slice(0, -' city'.length)) : named;
}

/** As `centresNamed`, and the places that are named with a larger one: `Christchurch City, Canterbury`. */
export function centresIn(open: OpenLists, where: string): Candidate[] {
  const named = centresNamed(open, where);
  if (named.length > 0) return named;
  for (const { head, where: larger } of splitsAtEnd(where.split(' '))) {
    const centres = centresNamed(open, larger).map(({ place }) => place);
    const smaller = centres.length === 0 ? [] : centresNamed(open, head.join(' '));
    const found = smaller.filter(({ place }) =>
      centres.some((centre) => kilometresBetween(place, centre) <= reachOf(centre)),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** The places near the first of the centres that has any. */
export function nearAny(
  places: readonly Candidate[],
  centres: readonly Candidate[],
  mayBe: (place: FoundPlace, centre: FoundPlace) => boolean = () => true,
): Candidate[] {
  for (const centre of centres) {
    const near = places.filter(({ place }) => mayBe(place, centre.place) && isNear(place, centre.place));
    if (near.length > 0) return near;
  }
  return [];
}

/** A region is in no town or its district, a town not in its suburb: by `wellington karori` people mean Karori. */
function mayBeIn(place: FoundPlace, centre: FoundPlace): boolean {
  if (isRegion(place) && !isDistrict(place)) return isRegion(centre) && populationOf(foldPlaceName(centre.name)) === 0;
  return !isTown(place) || place.alias !== undefined || isTown(centre) || !isInhabited(centre);
}

function isNear(place: FoundPlace, centre: FoundPlace): boolean {
  if (place.name === centre.name && place.latitude === centre.latitude) return false;
  return kilometresBetween(place, centre) <= reachOf(centre);
}

function reachOf(centre: FoundPlace): number {
  if (!isRegion(centre)) return townKilometres;
  return isDistrict(centre) ? districtKilometres : regionKilometres;
}

function isDistrict({ name }: FoundPlace): boolean {
  return / (?:District|Territory)$/.test(name);
}

export function isRegion({ detail, name }: FoundPlace): boolean {
  return /^(?:Region|Local government|Area|Appellation)/.test(detail) && !/ City$/.test(name);
}
