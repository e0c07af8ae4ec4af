import { foldPlaceName, meaningsOf } from './fold.ts';
import { plainAddressOf } from './typed-address.ts';

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
  const words = foldPlaceName(plainAddressOf(typed)).split(' ');
  const beginning = found.filter(({ folded }) => beginsWith(folded.split(' '), words));
  const equal = beginning.filter(({ folded }) => folded.split(' ').length === words.length);
  const meant = equal.length > 0 ? equal : beginning;
  return meant.length === 1 ? meant[0] : undefined;
}

function beginsWith(stored: readonly string[], typed: readonly string[]): boolean {
  return typed.every((word, at) => meaningsOf(word).includes(stored[at] ?? ''));
}
