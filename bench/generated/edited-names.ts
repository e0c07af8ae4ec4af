import { squeezePlaceName } from '#lib/places/fold.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A name with one letter inserted, left out, replaced or swapped with its neighbour. @param random gives numbers from 0 to 1
 */
export function editedName(name: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const characters = [...name];
  const letter = letters[below(letters.length)] ?? 'a';
  switch (below(4)) {
    case 0:
      return characters.toSpliced(below(characters.length + 1), 0, letter).join('');
    case 1:
      return characters.toSpliced(below(characters.length), 1).join('');
    case 2:
      return characters.toSpliced(below(characters.length), 1, letter).join('');
    default: {
      const at = below(characters.length - 1);
      return characters.toSpliced(at, 2, characters[at + 1] ?? '', characters[at] ?? '').join('');
    }
  }
}

/** A name and what somebody typed instead of it. */
export interface Misspelt {
  readonly name: string;
  readonly typed: string;
}

/** Each name with one random edit, without those whose edit makes the name of another place, or no other text. */
export function misspeltNames(names: readonly string[], random: () => number): Misspelt[] {
  const taken = new Set(names.map(squeezePlaceName));
  return names
    .map((name) => ({ name, typed: editedName(name, random) }))
    .filter(({ typed }) => !taken.has(squeezePlaceName(typed)) && squeezePlaceName(typed) !== '');
}
