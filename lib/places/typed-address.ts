import {
  addressWordsOf,
  beginsWithStreet,
  isNumber,
  isRange,
  ownWordsOf,
  streetPositionOf,
  typedAddressOf,
} from './address-text.ts';
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
  return counts.filter((count) => count > (isNumber(words[0] ?? '') ? 1 : 0)).map((count) => words.slice(0, count));
}

/**
 * The one address that a text clearly means (N17): the only one with the same words, or else the only one that begins with
 * them, if they have the whole name of its street. A word may be abbreviated, but a misspelt one is never clear: it could
 * be another home.
 *
 * @param found the addresses that a search found, the most likely first
 */
export function clearAddress<Found extends { readonly folded: string; readonly name: string }>(
  typed: string,
  found: readonly Found[],
): Found | undefined {
  const words = typedAddressOf(typed).folded.split(' ');
  const isOfSeveral = isRange(typed);
  const beginning = found.filter(
    ({ folded, name }) => beginsWith(folded.split(' '), words) && isRange(name) === isOfSeveral,
  );
  const equal = beginning.filter(({ folded }) => folded.split(' ').length === words.length);
  if (equal.length > 0) return equal.length === 1 ? equal[0] : undefined;
  const [only, ...others] = beginning;
  if (only === undefined || others.length > 0) return undefined;
  const street = ownWordsOf(streetPositionOf(only.name)?.street ?? '');
  const isWhole = beginsWithStreet(addressWordsOf(words)?.street ?? [], street);
  // the number may be that of a building elsewhere, of which the list has the units only
  const houses = new Set(found.map(houseOf).filter((house) => beginsWith(house.split(' '), words)));
  return isWhole && houses.size <= 1 ? only : undefined;
}

/** The words of an address without those of its unit. */
function houseOf({ folded }: { readonly folded: string }): string {
  const { numbers, street } = addressWordsOf(folded.split(' ')) ?? { numbers: [], street: [] };
  return [...numbers.slice(-1), ...street].join(' ');
}

function beginsWith(stored: readonly string[], typed: readonly string[]): boolean {
  return typed.every((word, at) => meaningsOf(word).includes(stored[at] ?? ''));
}
