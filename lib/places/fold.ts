/**
 * A name as it is searched: lower-case ASCII letters and digits, in words separated by single spaces. Macrons are dropped
 * and doubled vowels reduced to one, so that `Ātatū`, `Atatu` and `Aatatuu` are the same: te reo Māori writes a long
 * vowel either way, and many people type neither.
 */
export function foldPlaceName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['‘’ʻ`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/([aeiou])\1+/g, '$1')
    .trim();
}

/** A folded name without its spaces, as in `tekuiti`: people join and split the words of names. */
export function squeezePlaceName(text: string): string {
  return foldPlaceName(text)
    .replaceAll(' ', '')
    .replace(/([aeiou])\1+/g, '$1');
}

/** Words that people abbreviate, and what each abbreviation may mean. */
const shortForms: Readonly<Record<string, readonly string[]>> = {
  mt: ['mount'],
  st: ['saint', 'street'],
  pt: ['point', 'port'],
  rd: ['road'],
  tce: ['terrace'],
  hwy: ['highway'],
  ln: ['lane'],
  pde: ['parade'],
  ct: ['court'],
  blvd: ['boulevard'],
  sth: ['south'],
  nth: ['north'],
};

/** The folded words that a typed word, folded, may mean: the word itself first. */
export function meaningsOf(word: string): readonly string[] {
  const full = Object.hasOwn(shortForms, word) ? (shortForms[word] ?? []) : [];
  return [word, ...full.map(foldPlaceName)];
}
