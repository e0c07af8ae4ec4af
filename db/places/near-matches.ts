import { streetKinds } from '#lib/places/address-text.ts';
import { foldPlaceName, lettersIn, squeezePlaceName } from '#lib/places/fold.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { correctedQueryOf, pairQueryOf } from '#lib/places/search-words.ts';
import type { Meanings } from '#lib/places/vocabulary.ts';
import { type Candidate, tierCorrected } from './candidate.ts';
import { placeOfAlias } from './exact-matches.ts';
import type { OpenLists } from './open-lists.ts';
import type { FoundPlace } from './place-file.ts';
import type { PlaceFileReader } from './place-file-reader.ts';

/** How many places of each list are compared to choose the best. */
const candidates = 60;
/** So many addresses of one number and like street names are compared. */
const mostPaired = 500;
/** What a place outside the service area ranks after one inside with as many edits. */
const outside = 0.5;

/** Places whose whole names, or other names, are like the misspelt text. */
export function nearMatches(open: OpenLists, typed: string, lists: readonly PlaceList[]): Candidate[] {
  const spellings = new Set([squeezePlaceName(typed), lettersIn(typed)]);
  return [...spellings].flatMap((squeezed) => {
    const found = lists.flatMap((list) => {
      const near = list === 'aliases' ? [] : (open.readers.get(list)?.near(squeezed, candidates) ?? []);
      return near.map((place) => candidateOf(list, place, place.edits));
    });
    if (!lists.includes('aliases')) return found;
    const byAlias = open.aliases.near(squeezed).map(({ alias, edits }) => {
      const { list, place } = placeOfAlias(open, alias);
      return candidateOf(list, place, edits + 0.1);
    });
    return [...found, ...byAlias];
  });
}

/** Places whose names contain the typed words after each of them was corrected, the unknown ones first. */
export function correctedMatches(open: OpenLists, words: readonly string[], lists: readonly PlaceList[]): Candidate[] {
  return lists.flatMap((list) => {
    const reader = open.readers.get(list);
    if (reader === undefined || list === 'aliases') return [];
    // numbers are never corrected, so nothing is found with one that no name has
    if (words.some((word) => /\d/.test(word) && !reader.hasWord(word))) return [];
    const vocabulary = reader.vocabulary();
    const meaningsIf = (isCorrected: (word: string) => boolean) =>
      words.map((word, at) => vocabulary.meaningsOf(word, at < words.length - 1, isCorrected(word)));
    const attempts = [meaningsIf((word) => !vocabulary.has(word)), meaningsIf(() => true)];
    for (const meanings of attempts) {
      const found = search(list, reader, words, meanings);
      if (found.length > 0)
        return found.map((one) => candidateOf(one.list, one.place, editsIn(one.place, meanings) + 0.4));
      // words of which each is in a hundred thousand names are not compared with each other
      if (reader.hasPairs && pairQueryOf(words) === undefined) break;
    }
    return [];
  });
}

type Corrected = Omit<Candidate, 'tier'>;

function search(
  list: PlaceList,
  reader: PlaceFileReader,
  words: readonly string[],
  meanings: readonly Meanings[],
): Corrected[] {
  const pair = reader.hasPairs ? pairQueryOf(words, (_, at) => meanings[at]?.keys() ?? []) : undefined;
  const query = () =>
    correctedQueryOf(
      words,
      meanings.map((of) => of.keys()),
    );
  if (pair === undefined) {
    const named = reader.streets?.matching(query(), candidates) ?? [];
    // `Karori Street` is not Tawa Street in Karori
    const streets = named.filter(({ ownWords }) =>
      ownWords.some((word) => !streetKinds.has(word) && meanings.some((of) => of.has(word))),
    );
    if (streets.length > 0) return streets.map((place) => ({ list: 'streets', place }));
    return reader.matching(query(), candidates).map((place) => ({ list, place }));
  }
  const paired = reader.matching(pair, mostPaired).filter(({ folded, also }) => {
    const own = `${folded} ${foldPlaceName(also)}`.split(' ');
    const last = words.at(-1) ?? '';
    return meanings.every(
      (of, at) =>
        own.some((word) => of.has(word)) || (at === words.length - 1 && own.some((word) => word.startsWith(last))),
    );
  });
  return paired.map((place) => ({ list, place }));
}

/** How many edits turn the typed words into those of the place. */
function editsIn({ folded }: FoundPlace, meanings: readonly Meanings[]): number {
  const words = new Set(folded.split(' '));
  let sum = 0;
  for (const meaning of meanings) {
    const edits = [...meaning].filter(([word]) => words.has(word)).map(([, count]) => count);
    sum += edits.length === 0 ? 0 : Math.min(...edits);
  }
  return sum;
}

function candidateOf(list: Candidate['list'], place: FoundPlace, edits: number): Candidate {
  return { list, place, tier: tierCorrected + edits + (place.isServed ? 0 : outside) };
}
