import { withoutMacrons } from './macrons.ts';

/**
 * Whether a text has every word that was typed, or the singular of it, anywhere in its words. Case, macrons and signs do not
 * count: `BACKUP_DIR` is two words.
 */
export function hasTypedWords(text: string, typed: string): boolean {
  const plain = plainWords(text);
  const words = plainWords(typed).split(' ');
  return words.every((word) => word !== '' && (plain.includes(word) || plain.includes(singular(word))));
}

function plainWords(text: string): string {
  return withoutMacrons(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Short words, such as DNS, keep their s. */
function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}
