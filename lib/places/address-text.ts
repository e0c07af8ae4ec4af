import { foldPlaceName, meaningsOf } from './fold.ts';

/** Folded words that say what kind of road a street is, and alone no place. */
export const streetKinds: ReadonlySet<string> = new Set(
  (
    'alley avenue boulevard bvd ave av close cl court ct crescent cres cr drive dr esplanade esp grove gr highway hwy lane ln loop ' +
    'parade pde parkway place pl quay qy rise road rd square sq street st terrace tce track view walk way wharf'
  )
    .split(' ')
    .map(foldPlaceName),
);

/** What comes before the numbers of units: `Flat 3`, `Apt. 4B`, `No. 12`, `#5`. */
const unitNumber = /(?:\b(?:unit|flat|apartment|apt|suite|shop|villa|u|no|number|house)\.?|#)\s*(?=\d)/gi;
/** A unit with a letter: `Flat B, 12 …`. */
const unitLetter = /\b(?:unit|flat|apartment|apt|suite|shop|villa|u)\b\.?\s*([a-z])\b[\s,/]+(\d+)\b/i;
/** A unit before the slash: `B/12 …`. */
const letterFirst = /^\s*([a-z])\s*\/\s*(\d+)\b/i;
/** `Level 2, 5 …`, `L2/5 …`, `Ground Floor, 5 …`. */
const level =
  /^\s*(?:(?:level|lvl|l)\.?\s*(\d{1,2})|ground\s+(?:floor|level))\b[\s,/]+(?=\d|(?:unit|flat|suite|shop)\b)/i;
/** `SH1`, `S.H. 1`, `State Hwy 1`. */
const stateHighway = /\b(?:s\.?\s?h\.?|state\s+h(?:igh)?wa?y)\s*-?\s*(?=\d)/gi;
/** `RD 2`, `R.D.2`, `Rural Delivery 2`, after the street or before everything. */
const ruralDelivery = /(?:^|[\s,]+)(?:r\.?\s?d\.?|rural\s+delivery)\s*\d{1,2}\b(?![\w/])/gi;
/** At the end, or before the postcode there. */
const country = /[\s,]+(?:new zealand|aotearoa|nz)(?=\s*$|[\s,]+\d{4}\s*$)/i;
/** Four digits after the street: `12 Queen Street, Auckland 1010`. */
const postcode = /(?<=[a-zāēīōū][\s,]+)\d{4}(?=\s*$|[\s,]+[a-z])/i;

/** An address as a person typed it. */
export interface TypedAddress {
  /** Its words as `foldAddress` has them, without the country, the rural delivery and the postcode. */
  readonly folded: string;
  /** Which LINZ's addresses lack: it says which of several is meant, and never that none is. */
  readonly postcode: string | undefined;
}

/** Reads a typed address: `Flat 3, 12A Queen St, Auckland 1010, NZ`. Any other text is folded as a name is. */
export function typedAddressOf(typed: string): TypedAddress {
  const here = typed.replace(country, '');
  const withoutDelivery = here.replace(ruralDelivery, '').replace(/^[\s,]+/, '') || here;
  const folded = foldAddress(withoutDelivery);
  const [found] = postcode.exec(withoutDelivery) ?? [];
  const named = withoutDelivery.replace(postcode, '');
  // another name may have the words of units: `Flat Hill`
  const isAddress = /^\d/.test(folded);
  return { folded: isAddress ? foldAddress(named) : foldPlaceName(inFull(named)), postcode: found };
}

/**
 * An address as it is searched, the same for those that are typed and those that lists have: a unit and a level come before
 * the number, by themselves. `Flat 3, 12A Queen St` is `3 12a queen st`; `Level 2, 5 High Street` is `2level 5 high stret`.
 */
export function foldAddress(text: string): string {
  const plain = text
    .replace(level, (_, number = '0') => `${number}level `)
    .replace(unitLetter, '$2$1')
    .replace(letterFirst, '$2$1')
    .replace(unitNumber, '');
  return foldPlaceName(inFull(plain));
}

function inFull(text: string): string {
  return text.replace(stateHighway, 'State Highway ');
}

/** The words of a folded address: its numbers, the unit's first, and those of its street and where that is. */
export interface AddressWords {
  readonly numbers: readonly string[];
  readonly street: readonly string[];
}

/** Takes a folded address apart; undefined for a text that does not begin with a number, or has no word after it. */
export function addressWordsOf(words: readonly string[]): AddressWords | undefined {
  const at = words.findIndex((word) => !isNumber(word));
  return at < 1 ? undefined : { numbers: words.slice(0, at), street: words.slice(at) };
}

/** `12`, `12a`, `2level`; `1st` is a word of a street. */
function isNumber(word: string): boolean {
  return /^\d+(?!(?:st|nd|rd|th)$)[a-z]*$/.test(word);
}

/** The number of an address as it is written, its unit too: `Flat 2, 12A` of `Flat 2, 12A Rātā Street`. */
export function numberTextOf(name: string): string {
  const { street } = streetPositionOf(name) ?? { street: '' };
  const full = inFull(name);
  return full
    .slice(0, full.length - street.length)
    .replace(/[\s,]+$/, '')
    .trim();
}

/** Where a listed address is on its street. */
export interface StreetPosition {
  /** The street and where it is, as the list writes it, a highway in full: `Karori Road, Karori, Wellington`. */
  readonly street: string;
  /** The first and the last number: both 12 for `2/12A`, 1 and 7 for `1A-7A`. */
  readonly from: number;
  readonly to: number;
}

/** The street and the number of a listed address; undefined for one without either. */
export function streetPositionOf(name: string): StreetPosition | undefined {
  const { numbers = [] } = addressWordsOf(foldAddress(name).split(' ')) ?? {};
  const last = numbers.at(-1);
  if (last === undefined) return undefined;
  const range = /(\d+)[a-z]?\s*[-–]\s*(\d+)[a-z]?\s/i.exec(name);
  const [from, to] = range === null ? [last, last] : [range[1] ?? '', range[2] ?? ''];
  const street = /^\D*?\d\S*?[\s,]+(?:\S*\d(?!(?:st|nd|rd|th)\b)\S*[\s,]+|[-–&]\s*)*(.+)$/is.exec(inFull(name))?.[1];
  return street === undefined ? undefined : { street, from: Number.parseInt(from, 10), to: Number.parseInt(to, 10) };
}

/** The folded words of a listed street's own name, up to the first comma: `quen stret` of `Queen Street, Petone`. */
export function ownWordsOf(street: string): readonly string[] {
  return foldAddress(street.split(',', 1)[0] ?? '').split(' ');
}

/** Whether the typed words begin with all words of a street's own name, each in any of its forms. */
export function beginsWithStreet(typed: readonly string[], own: readonly string[]): boolean {
  return own.length <= typed.length && own.every((word, at) => meaningsOf(typed[at] ?? '').includes(word));
}
