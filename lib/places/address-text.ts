import { capitalised, foldPlaceName, meaningsOf, ordinals } from './fold.ts';

/** Folded words that say what kind of road a street is, and alone no place. */
export const streetKinds: ReadonlySet<string> = new Set(
  (
    'alley avenue boulevard bvd ave av close cl court ct crescent cres cr drive dr esplanade esp grove gr highway hwy lane ln loop ' +
    'parade pde parkway place pl quay qy rise road rd square sq street st terrace tce track view walk way wharf'
  )
    .split(' ')
    .map(foldPlaceName),
);

const unitWords = 'unit|flat|apartment|apt|suite|shop|villa';
/** What comes before the numbers of units: `Flat 3`, `Apt. 4B`, `No. 12`, `#5`, `Unit No. 3`. */
const unitNumber = new RegExp(`(?:(?:\\b(?:${unitWords}|u|no|number|house)\\.?|#)\\s*)+(?=\\d)`, 'gi');
/** A unit with a letter: `Flat B, 12 …`. */
const unitLetter = new RegExp(`\\b(?:${unitWords}|u)\\b\\.?\\s*([a-z])\\b[\\s,/]+(\\d+)\\b`, 'i');
/** A unit before the slash: `B/12 …`. */
const letterFirst = /^\s*([a-z])\s*\/\s*(\d+)\b/i;
const floors = ['ground', ...ordinals];
/** `Level 2`, `L2`, `Floor 2`, `2nd Floor`, `Ground Floor`, before the number or behind the street. */
const level = new RegExp(
  `(?:\\b(?:level|lvl|floor)\\.?\\s*|\\bl|^\\s*l\\.?\\s*)(\\d{1,2})\\b|` +
    `\\b(?:(\\d{1,2})(?:st|nd|rd|th)|(${floors.join('|')}))\\s+(?:floor|level)\\b`,
  'i',
);
/** A unit behind the street: `12 Queen St, Flat 3`, `12 Queen St #3`. */
const unitBehind = new RegExp(
  `\\b(?:${unitWords})\\.?(?:\\s*\\d+[a-z]?|\\s+[a-z])\\b(?!\\s*/)|#\\s*\\d+[a-z]?\\b`,
  'i',
);
/** The number and a word of a street. */
const numberAndStreet = /\d.*[a-zāēīōū]{2}/i;
/** What an address begins with, apart from its level. */
const numberOrUnit = new RegExp(`^(?:#?\\s*\\d|(?:${unitWords}|u|no|number|house)\\b|[a-z]\\s*/\\s*\\d)`, 'i');
/** A level as `asListed` writes it. */
const levelFirst = /^Level (\d+), /;
/** `14Lambton Quay`, but not `1st`. */
const joinedNumber = /^(\s*\d+)(?=[a-zāēīōū]{3})/i;
/** `3 slash 12`, `12 dash 14`, `12 to 14`: what is said to a phone, or written out, between the first two numbers. */
const spokenSign = /^(\D*\d+[a-z]?)\s+(?:(slash)|dash|hyphen|to|and)\s+(?=\d)/i;
/** `12-14`, `1A - 7A`; but `Unit 2 - 14` is a unit. */
const numberRange = new RegExp(`(?<!\\b(?:${unitWords}|u)\\.?\\s*)\\b(\\d+)[a-z]?\\s*[-–&]\\s*(\\d+)[a-z]?\\b`, 'i');
/** The numbers of an address, and its street. */
const numbersAndStreet = new RegExp(
  `^\\D*?\\d\\S*?[\\s,]+(?:(?:(?:${unitWords})\\.?\\s+)?\\S*\\d(?!(?:st|nd|rd|th)\\b)\\S*[\\s,]+|[-–&]\\s*)*(.+)$`,
  'is',
);
/** `21st` to `29th`; those of one word are short forms of `fold.ts`. */
const twenties = /\b2([1-9])(?:st|nd|rd|th)\b/gi;
/** `SH1`, `S.H. 1`, `State Hwy 1`. */
const stateHighway = /\b(?:s\.?\s?h\.?|state\s+h(?:igh)?wa?y)\s*-?\s*(?=\d)/gi;
/** `RD 2`, `R.D.2`, `Rural Delivery No. 2`, after the street or before everything. */
const ruralDelivery = /(?:^|[\s,]+)(?:r\.?\s?d\.?|rural\s+delivery)\s*(?:no\.?\s*)?\d{1,2}\b(?![\w/])/gi;
/** What forms and letters have before an address: `Property address: `. */
const label =
  /^\s*(?:(?:property|street|service|site|physical|postal|delivery)\s+)?(?:address|property|location|site|suburb|town|re)\s*:\s*/i;
/** At the end, or before the postcode there; people write the island too. */
const country = /(?:[\s,/(]+(?:new zealand|aotearoa|n\.?z|(?:north|south) island))+[\s.)]*(?=$|[\s,]+\d{4}\s*$)/i;
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
  const listed = asListed(withoutDelivery);
  const folded = foldAddress(listed);
  const [found] = postcode.exec(listed) ?? [];
  const named = listed.replace(postcode, '');
  // another name may have the words of units: `Flat Hill`
  const isAddress = /^\d/.test(folded);
  return { folded: isAddress ? foldAddress(named) : foldPlaceName(named), postcode: found };
}

/**
 * An address as it is searched, the same for those that are typed and those that lists have: a unit and a level come before
 * the number, by themselves. `Flat 3, 12A Queen St` is `3 12a queen st`; `Level 2, 5 High Street` is `2level 5 high stret`.
 */
export function foldAddress(text: string): string {
  const plain = asListed(text)
    .replace(levelFirst, (_, number) => `${number}level `)
    .replace(unitLetter, '$2$1')
    .replace(letterFirst, '$2$1')
    .replace(unitNumber, '');
  return foldPlaceName(plain);
}

/** An address as lists write it: its level first, then its unit, highways and ordinals in full. */
function asListed(text: string): string {
  const inFull = text
    // phones in other languages type full-width letters and digits
    .normalize('NFKC')
    .replace(label, '')
    .replace(joinedNumber, '$1 ')
    .replace(spokenSign, (_, first, slash) => `${first}${slash === undefined ? '-' : '/'}`)
    .replace(stateHighway, 'State Highway ')
    .replace(twenties, (_, unit) => `Twenty ${capitalised(ordinals[Number(unit) - 1] ?? '')}`);
  const unit = takeOut(unitBehind, inFull);
  const isBehind = unit !== undefined && numberAndStreet.test(unit.before);
  const unitFirst = isBehind ? `${unit.taken}, ${unit.rest}` : inFull;
  const found = takeOut(level, unitFirst);
  if (found === undefined || !numberOrUnit.test(found.rest)) return unitFirst;
  const [, number, ordinal, word = ''] = level.exec(found.taken) ?? [];
  return `Level ${number ?? ordinal ?? floors.indexOf(word.toLowerCase())}, ${found.rest}`;
}

/** What a form finds in a text, what is before it, and the text without it; undefined for a text without it. */
function takeOut(form: RegExp, text: string) {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [taken] = found;
  const before = text.slice(0, found.index).replace(/[\s,/]+$/, '');
  const behind = text.slice(found.index + taken.length).replace(/^[\s,/]+/, '');
  return { taken, before, rest: [before, behind].filter((part) => part !== '').join(', ') };
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

/** Whether a folded word is a number of an address: `12`, `12a`, `2level`; `1st` is a word of a street. */
export function isNumber(word: string): boolean {
  return /^\d+(?!(?:st|nd|rd|th)$)[a-z]*$/.test(word);
}

/** The number of an address as it is written, its unit too: `Flat 2, 12A` of `Flat 2, 12A Rātā Street`. */
export function numberTextOf(name: string): string {
  const { street } = streetPositionOf(name) ?? { street: '' };
  const full = asListed(name);
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
  const range = numberRange.exec(name);
  const [from, to] = range === null ? [last, last] : [range[1] ?? '', range[2] ?? ''];
  const street = numbersAndStreet.exec(asListed(name))?.[1];
  return street === undefined ? undefined : { street, from: Number.parseInt(from, 10), to: Number.parseInt(to, 10) };
}

/** Whether the numbers of a typed or a listed address are the first and the last of several houses, and not of a unit. */
export function isRange(text: string): boolean {
  return numberRange.test(asListed(text));
}

/** The folded words of a listed street's own name, up to the first comma: `quen stret` of `Queen Street, Petone`. */
export function ownWordsOf(street: string): readonly string[] {
  return foldAddress(street.split(',', 1)[0] ?? '').split(' ');
}

/** Whether the typed words begin with all words of a street's own name, each in any of its forms. */
export function beginsWithStreet(typed: readonly string[], own: readonly string[]): boolean {
  return own.length <= typed.length && own.every((word, at) => meaningsOf(typed[at] ?? '').includes(word));
}
