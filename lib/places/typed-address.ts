import { typedAddressOf } from './address-text.ts';
import { meaningsOf } from './fold.ts';

/** The words of an address with its letter at its number: `12 a queen st` is `12a queen st`. */
export function withLetterJoined(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = words;
  return /^\d/.test(first) && /^[a-z]$/.test(second) ? [first + second, ...rest] : words;
}

/** How many words at the end may say where a place is. */
const mostWhereWords = 3;

/** The words without those at their end, the longest first: where they say a place is may be wrong. */
export function beginningsOf(words: readonly string[]): readonly (readonly string[])[] {
  const counts = Array.from({ length: mostWhereWords }, (_, at) => words.length - 1 - at);
  return counts.filter((count) => count > (/^\d/.test(words[0] ?? '') ? 1 : 0)).map((count) => words.slice(0, count));
}

/**
 * The one address that a text clearly means (N17): the only one with the same words, or else the only one that begins with
 * them. A word may be abbreviated, but a misspelt one is never clear: it could be another home.
 *
 * @param found the addresses that a search found, the most likely first
 */
export function clearAddress<Found extends { readonly folded: string }>(
  typed: string,
  found: readonly Found[],
): Found | undefined {
  const words = typedAddressOf(typed).folded.split(' ');
  const beginning = found.filter(({ folded }) => beginsWith(folded.split(' '), words));
  const equal = beginning.filter(({ folded }) => folded.split(' ').length === words.length);
  const meant = equal.length > 0 ? equal : beginning;
  return meant.length === 1 ? meant[0] : undefined;
}

function beginsWith(stored: readonly string[], typed: readonly string[]): boolean {
  return typed.every((word, at) => meaningsOf(word).includes(stored[at] ?? ''));
}
