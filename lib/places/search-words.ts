import { foldPlaceName, meaningsOf } from './fold.ts';

/** No name has more words that tell it apart; it bounds what one question can cost. */
const mostWords = 10;
/** Stands before a name's first word once more, so that names that begin with what was typed are found first. */
const startMark = '→';

/** The text that a name is searched by: its folded words, the first one marked as the start as well. */
export function searchTextOf(name: string): string {
  const folded = foldPlaceName(name);
  return `${startMark}${folded.split(' ')[0] ?? ''} ${folded}`;
}

/** Questions to the full-text index, the narrowest first; each finds what the one before it does, and more. */
export interface SearchWords {
  /** What was typed, folded. */
  readonly folded: string;
  /** Names that begin with the first word and hold the others; only the last is still being typed. */
  readonly atStart: string;
  /** Names that hold the words; only the last is still being typed. */
  readonly anywhere: string;
  /** Names that hold words which begin so; the same as `anywhere` for a single word. */
  readonly loosely: string;
}

/**
 * What was typed, as questions to SQLite's FTS5. Nothing when no letter or figure was typed. But for the last word, a
 * number or a single letter is always meant as it stands.
 */
export function searchWordsOf(typed: string): SearchWords | undefined {
  const folded = foldPlaceName(typed.slice(0, 200));
  const words = folded.split(' ').slice(0, mostWords);
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

/** Folded words hold letters and figures only: nothing in them can end the quotation. */
function anyOf(word: string, ending: '' | '*', mark = ''): string {
  const [typed, ...full] = meaningsOf(word);
  const terms = [`"${mark}${typed}"${ending}`, ...full.map((meaning) => `"${mark}${meaning}"`)];
  return full.length === 0 ? terms.join('') : `(${terms.join(' OR ')})`;
}
