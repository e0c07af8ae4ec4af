import { foldName, parseLabel } from './label.ts';
import { encodePunycode, isAscii } from './punycode.ts';
import { getSuffix, isSecondLevelLabel, type Suffix } from './suffix.ts';

/** A name that can stand in the register, in one spelling whatever way it was asked. */
export type ValidName = {
  readonly valid: true;
  /** ASCII form, as the register stores it: `xn--mori-qsa.co.nz`. */
  readonly domain: string;
  /** Unicode form, only for an IDN: `māori.co.nz`. */
  readonly original: string | undefined;
  /** The label of `domain` below its suffix. */
  readonly label: string;
  readonly suffix: Suffix;
};

/** A name that cannot be a .nz domain, still as asked (R3). */
export type InvalidName = {
  readonly valid: false;
  /** As asked, each label that is not ASCII in `xn--` form; dots and all else are kept. */
  readonly domain: string;
  /** As asked, only when some label is not ASCII. */
  readonly original: string | undefined;
  /** For people, the end of a sentence that begins with the name. */
  readonly reason: string;
};

export type ParsedName = ValidName | InvalidName;

// The longest valid one, in separate combining marks below māori.nz, has some 130 code units; see foldName for why.
const maximumLength = 253;

/**
 * Reads a full domain name as a caller wrote it (R3, R7). Never throws, whatever the text holds.
 * A name below `māori.nz` is answered below `maori.nz`, in `original` too.
 */
export function parseName(asked: string): ParsedName {
  if (asked.length > maximumLength) return invalidName(asked, 'is longer than 253 characters');
  const folded = foldName(asked);
  const name = folded.endsWith('.') ? folded.slice(0, -1) : folded;
  const dot = name.indexOf('.');
  if (dot === -1) return invalidName(asked, name === '' ? 'is empty' : 'is not a name below .nz');
  const suffix = getSuffix(name.slice(dot + 1));
  if (suffix === undefined) return invalidName(asked, 'is not one label below .nz or one of its second-level domains');
  const parsed = parseLabel(name.slice(0, dot));
  if (!parsed.valid) return invalidName(asked, parsed.reason);
  const { label, unicode } = parsed;
  if (suffix === 'nz' && isSecondLevelLabel(label)) return invalidName(asked, 'is a suffix, not a name');
  return {
    valid: true,
    domain: `${label}.${suffix}`,
    original: unicode === undefined ? undefined : `${unicode}.${suffix}`,
    label,
    suffix,
  };
}

/** The entry's names for something that cannot be a .nz domain (R3). */
export function invalidName(asked: string, reason: string): InvalidName {
  if (isAscii(asked)) return { valid: false, domain: asked, original: undefined, reason };
  return { valid: false, domain: encodeLabels(asked), original: asked, reason };
}

/** Each label that is not ASCII in `xn--` form, all else as it stands (R3). */
export function encodeLabels(asked: string): string {
  return asked
    .split('.')
    .map((label) => (isAscii(label) ? label : `xn--${encodePunycode(label)}`))
    .join('.');
}
