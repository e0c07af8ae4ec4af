import { distance } from 'fastest-levenshtein';

/** How many edits a typed word or name of this length may be away from what was meant. */
export function mostEdits(length: number): number {
  return length < 3 ? 0 : length <= 5 ? 1 : 2;
}

/** How many letters are inserted, left out, replaced or swapped with their neighbour between two texts. */
export function editsBetween(typed: string, meant: string): number {
  const edits = distance(typed, meant);
  return edits === 2 && isSwap(typed, meant) ? 1 : edits;
}

/** The fewest edits between a typed text and any beginning of another, up to `limit`; more if there are more. */
export function editsToStart(typed: string, meant: string, limit: number): number {
  let least = limit + 1;
  const longest = Math.min(meant.length, typed.length + limit);
  for (let length = Math.max(1, typed.length - limit); length <= longest; length++) {
    least = Math.min(least, editsBetween(typed, meant.slice(0, length)));
  }
  return least;
}

function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
