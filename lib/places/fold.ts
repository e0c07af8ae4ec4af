/**
 * A name as it is searched: small ASCII letters and digits in words parted by single blanks. Marks are dropped and a
 * doubled vowel counts as one, so that `Ātatū`, `Atatu` and `Aatatuu` are the same (te reo Māori writes a long vowel
 * either way, and keyboards often neither).
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

/** What people shorten, and what it may stand for in full. */
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

/** The folded words that a folded word, as typed, may mean; itself first. */
export function meaningsOf(word: string): readonly string[] {
  const full = Object.hasOwn(shortForms, word) ? (shortForms[word] ?? []) : [];
  return [word, ...full.map(foldPlaceName)];
}
