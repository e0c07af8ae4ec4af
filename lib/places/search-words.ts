import { foldPlaceName, meaningsOf } from './fold.ts';

/** Limits what one query can cost; no name needs more words to be found. */
const mostWords = 10;
/** Marks a name's first word, which is indexed a second time, so that names that begin with the typed text come first. */
const startMark = '→';

/**
 * The text that a name is indexed by: its folded words, the first one once more with the mark, and the words of `also`,
 * by which it is found too.
 */
export function searchTextOf(name: string, also = ''): string {
  const folded = foldPlaceName(name);
  return `${startMark}${folded.split(' ')[0] ?? ''} ${folded} ${foldPlaceName(also)}`.trimEnd();
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
