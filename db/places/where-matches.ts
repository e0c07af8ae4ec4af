import { squeezePlaceName } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { searchWordsOf } from '#lib/places/search-words.ts';
import { type Candidate, tierCorrected } from './candidate.ts';
import { placeOfAlias, placesNamed } from './exact-matches.ts';
import type { OpenLists } from './open-lists.ts';
import type { FoundPlace } from './place-file-reader.ts';

/** The last words name where a place is; no name of a town or region has more. */
const mostWhereWords = 4;
/** So many places of the name after the first are tried. */
const mostCentres = 4;
/** A place is near a town if it is closer than this, and in a region if it is closer to its middle than that. */
const [townKilometres, regionKilometres] = [50, 170];
/** How many places of a name are looked through for one near another place. */
const mostNamesakes = 300;

type Split = readonly [head: string, where: string];

/** A text may end, or begin, with the name of where the place is: `Karori, Wellington`, `12 Queen St Auckland`. */
function* splits(words: readonly string[]): Generator<Split> {
  const longest = Math.min(mostWhereWords, words.length - 1);
  for (let count = longest; count > 0; count--) {
    yield [words.slice(0, -count).join(' '), words.slice(-count).join(' ')];
  }
  if (/^\d/.test(words[0] ?? '')) return;
  for (let count = longest; count > 0; count--) {
    yield [words.slice(count).join(' '), words.slice(0, count).join(' ')];
  }
}

/** Places whose whole name comes before that of a place nearby, which is not far. */
export function whereMatches(open: OpenLists, words: readonly string[]): Candidate[] {
  for (const [head, where] of splits(words)) {
    const heads = placesNamed(open, head);
    const found = heads.length === 0 ? [] : nearAny(heads, centresNamed(open, where));
    if (found.length > 0) return found.map((place) => ({ list: 'gazetteer', place, tier: 0.6 }));
  }
  return [];
}

/** As `whereMatches`, for incomplete names and for addresses. */
export function partsMatches(open: OpenLists, words: readonly string[], lists: readonly PlaceList[]): Candidate[] {
  for (const [head, where] of splits(words)) {
    const centres = centresNamed(open, where);
    const query = centres.length === 0 ? undefined : searchWordsOf(head);
    if (query === undefined) continue;
    const found = lists.flatMap((list): Candidate[] => {
      const reader = list === 'aliases' ? undefined : open.readers.get(list);
      const { atStart = [], within = [] } = reader?.find(query, mostNamesakes) ?? {};
      const tier = tierCorrected + (list === 'addresses' ? 0 : 1.5);
      return nearAny([...atStart, ...within], centres).map((place) => ({ list, place, tier }));
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** As `whereMatches`, when either name is misspelt. */
export function misspeltWhereMatches(open: OpenLists, words: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [head, where] of splits(words)) {
    const centres = nearlyNamed(open, where);
    const heads = centres.length === 0 ? [] : nearlyNamed(open, head);
    for (const { place, edits } of heads) {
      for (const centre of centres.slice(0, mostCentres)) {
        if (!isNear(place, centre.place)) continue;
        found.push({ list: 'gazetteer', place, tier: tierCorrected + edits + centre.edits + 0.3 });
      }
    }
  }
  return found;
}

interface Nearly {
  readonly place: FoundPlace;
  readonly edits: number;
}

function nearlyNamed(open: OpenLists, folded: string): Nearly[] {
  const exact = placesNamed(open, folded).map((place) => ({ place, edits: 0 }));
  if (exact.length > 0) return exact;
  const squeezed = squeezePlaceName(folded);
  const lists = [open.readers.get('gazetteer'), open.readers.get('localities')];
  const near = lists.flatMap((reader) => reader?.near(squeezed, mostCentres * 4) ?? []);
  const others = open.aliases.near(squeezed).map(({ alias, edits }) => ({ ...placeOfAlias(open, alias), edits }));
  return [...near, ...others].sort((a, b) => a.edits - b.edits).map((place) => ({ place, edits: place.edits }));
}

function centresNamed(open: OpenLists, where: string): FoundPlace[] {
  return placesNamed(open, where).slice(0, mostCentres);
}

/** The places near one of the centres; those near the first of them first, the nearest of each first. */
function nearAny(places: readonly FoundPlace[], centres: readonly FoundPlace[]): FoundPlace[] {
  for (const centre of centres) {
    const near = places.filter((place) => isNear(place, centre));
    if (near.length > 0) return near;
  }
  return [];
}

function isNear(place: FoundPlace, centre: FoundPlace): boolean {
  if (place.name === centre.name && place.latitude === centre.latitude) return false;
  const reach = /^(?:Region|Local government|Area|Appellation)/.test(centre.detail) ? regionKilometres : townKilometres;
  return kilometresBetween(place, centre) <= reach;
}
