import { addressWordsOf, streetKinds } from './address-text.ts';
import { foldPlaceName, meaningsOf } from './fold.ts';

/** Limits what one query can cost; no name needs more words to be found. */
const mostWords = 10;
/** Marks a name's first word, which is indexed a second time, so that names that begin with the typed text come first. */
const startMark = '→';

/** Marks a number together with a word of its street. */
const pairMark = '№';

/**
 * The text that a name is indexed by: its folded words, the first one once more with the mark, the pairs of an address,
 * and the words of `also`, by which it is found too.
 */
export function searchTextOf(name: string, also = ''): string {
  const folded = foldPlaceName(name);
  const first = `${startMark}${folded.split(' ')[0] ?? ''}`;
  return [first, folded, ...pairsIn(folded), foldPlaceName(also)].join(' ').trimEnd();
}

/**
 * The number of an address with each of the two words that follow it: `№12queen`. Among two million addresses 20,000
 * have one number and 20,000 are in streets of one name, but a few dozen have both.
 */
function pairsIn(folded: string): string[] {
  const { numbers, street } = addressWordsOf(folded.split(' ')) ?? { numbers: [], street: [] };
  return street.slice(0, 2).map((word) => `${pairMark}${numbers.at(-1)}${word}`);
}

/**
 * A query for addresses with the typed number beside the typed word of the street, or any of its meanings; undefined for a
 * text without them, and for `8 5th Avenue`, which few addresses have.
 */
export function pairQueryOf(words: readonly string[], meaningsAt = meaningsOfTyped): string | undefined {
  const parts = addressWordsOf(words);
  if (parts === undefined || /^\d/.test(parts.street[0] ?? '')) return undefined;
  const at = parts.numbers.length;
  const isLast = at === words.length - 1;
  const terms = [...meaningsAt(words, at)].map((meaning) => {
    const pair = `"${pairMark}${words[at - 1]}${meaning}"`;
    return isLast && meaning === words[at] ? `${pair}*` : pair;
  });
  return `(${terms.join(' OR ')})`;
}

function meaningsOfTyped(words: readonly string[], at: number): Iterable<string> {
  return meaningsOf(words[at] ?? '');
}

/** Queries to the full-text index, the narrowest first; each finds all that the one before it does. */
export interface SearchWords {
  /** The typed text, folded. */
  readonly folded: string;
  /** Names that begin with the first word and contain the others; only the last word may be incomplete. */
  readonly atStart: string;
  /** Names that contain the words; only the last word may be incomplete. */
  readonly anywhere: string;
  /** Names that contain words beginning with the typed ones; the same as `anywhere` for a single word. */
  readonly loosely: string;
}

/**
 * Turns typed text into queries for SQLite's FTS5; undefined when it has no letter or digit. Before the last word, a
 * number or a single letter always means itself, never the beginning of a word.
 */
export function searchWordsOf(typed: string): SearchWords | undefined {
  const folded = foldPlaceName(typed.slice(0, 200));
  const words = [...wordsOf(folded)];
  const last = words.pop() ?? '';
  if (last === '') return undefined;
  const whole = words.map((word) => anyOf(word, ''));
  const [first, ...rest] = words.length === 0 ? [last] : [...words, last];
  const begun = words.map((word) => (/^\d|^.$/.test(word) ? anyOf(word, '') : anyOf(word, '*')));
  const start = words.length === 0 ? anyOf(String(first), '*', startMark) : anyOf(String(first), '', startMark);
  return {
    folded,
    atStart: [start, ...whole.slice(1), ...(rest.length > 0 ? [anyOf(last, '*')] : [])].join(' AND '),
    anywhere: [...whole, anyOf(last, '*')].join(' AND '),
    loosely: [...begun, anyOf(last, '*')].join(' AND '),
  };
}

/** The words of a text that was folded, as many as are searched. */
export function wordsOf(folded: string): readonly string[] {
  return folded.split(' ').slice(0, mostWords);
}

/** The words with two neighbours as one, for each pair that is a word of the names: `o connell` is `oconnell`. */
export function wordsJoined(words: readonly string[], isWord: (word: string) => boolean): (readonly string[])[] {
  const joined = words
    .slice(1)
    .map((word, at) => [...words.slice(0, at), `${words[at]}${word}`, ...words.slice(at + 2)]);
  return joined.filter((variant, at) => isWord(variant[at] ?? ''));
}

/** The words with the kind of the road by itself, for each word that no name has: `karoriroad` is `karori road`. */
export function kindsSplit(words: readonly string[], isWord: (word: string) => boolean): (readonly string[])[] {
  return words.flatMap((word, at) => {
    const kinds = [...streetKinds].filter((kind) => word.endsWith(kind) && word.length > kind.length + 2);
    if (kinds.length === 0 || isWord(word)) return [];
    return kinds.map((kind) => [...words.slice(0, at), word.slice(0, -kind.length), kind, ...words.slice(at + 1)]);
  });
}

/** A query for names that contain, for each typed word, one of its meanings; the last one may be incomplete. */
export function correctedQueryOf(typed: readonly string[], meanings: readonly Iterable<string>[]): string {
  const groups = meanings.map((words, at) => {
    const isLast = at === typed.length - 1;
    const terms = [...words].map((word) => (isLast && word === typed[at] ? `"${word}"*` : `"${word}"`));
    return `(${terms.join(' OR ')})`;
  });
  return groups.join(' AND ');
}

/** Folded words consist of letters and digits only, so nothing in them can end the quotation. */
function anyOf(word: string, ending: '' | '*', mark = ''): string {
  const [typed, ...full] = meaningsOf(word);
  const terms = [`"${mark}${typed}"${ending}`, ...full.map((meaning) => `"${mark}${meaning}"`)];
  return full.length === 0 ? terms.join('') : `(${terms.join(' OR ')})`;
}
