import { distance } from 'fastest-levenshtein';

/** A name like the typed one: its index, and how many edits they are apart. */
export interface NearName {
  readonly at: number;
  readonly edits: number;
}

/**
 * Finds names or words like a misspelt one among some ten thousands. Most are ruled out by their length and by which
 * letters they contain, two comparisons of numbers; only the others are compared letter by letter.
 */
export class NameIndex {
  readonly #names: readonly string[];
  readonly #letters: Uint32Array;
  readonly #lengths: Uint16Array;

  /** @param names folded, without spaces */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#letters = Uint32Array.from(names, lettersOf);
    this.#lengths = Uint16Array.from(names, ({ length }) => length);
  }

  /** The name at an index. */
  nameAt(at: number): string {
    return this.#names[at] ?? '';
  }

  /** The names within `limit` edits, in their own order. */
  near(typed: string, limit = mostEdits(typed.length)): NearName[] {
    const letters = lettersOf(typed);
    const found: NearName[] = [];
    for (let at = 0; at < this.#lengths.length; at++) {
      if (Math.abs((this.#lengths[at] ?? 0) - typed.length) > limit) continue;
      // a replaced letter changes two marks
      if (bitsIn((this.#letters[at] ?? 0) ^ letters) > 2 * limit) continue;
      const edits = editsBetween(typed, this.nameAt(at));
      if (edits <= limit) found.push({ at, edits });
    }
    return found;
  }

  /** The names with a beginning within `limit` edits of the typed text; the first letter is taken as it was typed. */
  nearStart(typed: string, limit = mostEdits(typed.length)): NearName[] {
    const letters = lettersOf(typed);
    const first = typed.charCodeAt(0);
    const found: NearName[] = [];
    for (let at = 0; at < this.#lengths.length; at++) {
      if ((this.#lengths[at] ?? 0) < typed.length - limit) continue;
      if (bitsIn(letters & ~(this.#letters[at] ?? 0)) > limit) continue;
      const name = this.nameAt(at);
      if (name.charCodeAt(0) !== first) continue;
      const edits = editsToStart(typed, name, limit);
      if (edits <= limit) found.push({ at, edits });
    }
    return found;
  }
}

/** A mark for each letter that occurs; digits share the last six. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    letters |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6));
  }
  return letters >>> 0;
}

/** How many bits of a 32-bit number are set. */
function bitsIn(number: number): number {
  const pairs = number - ((number >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

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
