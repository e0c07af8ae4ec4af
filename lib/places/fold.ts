/**
 * A name as it is searched: lower-case ASCII letters and digits, in words separated by single spaces. Macrons are dropped
 * and doubled vowels reduced to one, so that `Ātatū`, `Atatu` and `Aatatuu` are the same: te reo Māori writes a long
 * vowel either way, and many people type neither.
 */
export function foldPlaceName(text: string): string {
  return text
    .normalize('NFKD')
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

/** The typed letters and digits, doubled vowels as they were typed: in a misspelt name they may stand for other letters. */
export function lettersIn(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

/** Words that people abbreviate, and what each abbreviation may mean: streets, features, directions, towns in addresses. */
const shortForms: Record<string, readonly string[]> = {
  mt: ['mount'],
  mtn: ['mountain'],
  st: ['saint', 'street'],
  pt: ['point', 'port'],
  rd: ['road'],
  tce: ['terrace'],
  ter: ['terrace'],
  hwy: ['highway'],
  ln: ['lane'],
  pde: ['parade'],
  ct: ['court'],
  blvd: ['boulevard'],
  bvd: ['boulevard'],
  bld: ['boulevard'],
  pkwy: ['parkway'],
  pky: ['parkway'],
  lp: ['loop'],
  trk: ['track'],
  gte: ['gate'],
  expy: ['expressway'],
  mwy: ['motorway'],
  ave: ['avenue'],
  av: ['avenue'],
  dr: ['drive'],
  cres: ['crescent'],
  cr: ['crescent', 'creek'],
  crt: ['court'],
  pl: ['place'],
  sq: ['square'],
  gr: ['grove'],
  cl: ['close'],
  esp: ['esplanade'],
  qy: ['quay'],
  hts: ['heights'],
  gdns: ['gardens'],
  sth: ['south'],
  nth: ['north'],
  s: ['south'],
  n: ['north'],
  e: ['east'],
  w: ['west'],
  upr: ['upper'],
  lwr: ['lower'],
  gt: ['great'],
  is: ['island', 'islands'],
  isl: ['island', 'islands'],
  lk: ['lake'],
  ck: ['creek'],
  crk: ['creek'],
  riv: ['river'],
  r: ['river'],
  strm: ['stream'],
  str: ['stream'],
  bch: ['beach'],
  vly: ['valley'],
  jct: ['junction'],
  junc: ['junction'],
  hbr: ['harbour'],
  harb: ['harbour'],
  wgtn: ['wellington'],
  wlg: ['wellington'],
  akl: ['auckland'],
  chch: ['christchurch'],
  chc: ['christchurch'],
  hosp: ['hospital'],
  uni: ['university'],
  stn: ['station'],
  rly: ['railway'],
  res: ['reserve'],
};

/** `First` to `Twentieth`. */
export const ordinals: readonly string[] = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
  'sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ');

const cardinals = {
  ...Object.fromEntries('one two three four five six seven eight nine'.split(' ').map((word, at) => [at + 1, word])),
  ...Object.fromEntries(
    'ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [(at + 1) * 10, word]),
  ),
};

// `5th Avenue` is `Fifth Avenue`, and `3 Kings` is `Three Kings`
for (const [at, word] of ordinals.entries()) shortForms[`${at + 1}${['st', 'nd', 'rd'][at] ?? 'th'}`] = [word];
for (const [number, word] of Object.entries(cardinals)) shortForms[number] = [word];

/** The short forms of each full word, folded; lists have `St Johns Road` where people type `Saint Johns Road`. */
const formsOfFull = new Map<string, string[]>();
for (const [short, full] of Object.entries(shortForms)) {
  // a single letter is as often a unit
  if (/^[a-z]$/.test(short)) continue;
  for (const word of full.map(foldPlaceName)) formsOfFull.set(word, [...(formsOfFull.get(word) ?? []), short]);
}

/** The folded words that a typed word, folded, may mean: the word itself first, then in full, then in short. */
export function meaningsOf(word: string): readonly string[] {
  const full = Object.hasOwn(shortForms, word) ? (shortForms[word] ?? []) : [];
  return [word, ...full.map(foldPlaceName), ...(formsOfFull.get(word) ?? [])];
}

/** A folded name with its short words in full, in each way: `pt chalmers` is `point chalmers` or `port chalmers`. */
export function namesInFull(folded: string): readonly string[] {
  const fullOf = (word: string) => (Object.hasOwn(shortForms, word) ? (shortForms[word] ?? []) : [word]);
  return folded
    .split(' ')
    .reduce<string[]>((names, word) => names.flatMap((name) => fullOf(word).map((full) => `${name} ${full}`)), [''])
    .map(foldPlaceName);
}

/** A text with its first letter capital: `Scenic reserve`. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
