import { foldName, type LabelFault, parseLabel } from './label.ts';
import { encodePunycode, isAscii } from './punycode.ts';
import { getSuffix, isSecondLevelLabel, type Suffix, suffixes } from './suffix.ts';

/** Why a text is not a .nz name; the words are in `lib/words/registry/registry.ts`. */
export type NameFault = LabelFault | 'name-too-long' | 'empty-name' | 'not-below-nz' | 'not-one-label' | 'a-suffix';

/** A name that can be registered, in one spelling however it was asked. */
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
  /** As asked, but with each non-ASCII label in `xn--` form. */
  readonly domain: string;
  /** As asked; only when some label is not ASCII. */
  readonly original: string | undefined;
  readonly reason: NameFault;
};

export type ParsedName = ValidName | InvalidName;

/**
 * In UTF-16 code units. The longest valid name, below māori.nz and with separate combining marks, has about 130;
 * `foldName` says why there is a limit.
 */
export const longestName = 253;

/**
 * Parses a full domain name as a caller wrote it (R3, R7). Never throws. A name below `māori.nz` is answered below
 * `maori.nz`, in `original` too.
 */
export function parseName(asked: string): ParsedName {
  if (asked.length > longestName) return invalidName(asked, 'name-too-long');
  const folded = foldName(asked);
  const name = folded.endsWith('.') ? folded.slice(0, -1) : folded;
  const dot = name.indexOf('.');
  if (dot === -1) return invalidName(asked, name === '' ? 'empty-name' : 'not-below-nz');
  const suffix = getSuffix(name.slice(dot + 1));
  if (suffix === undefined) return invalidName(asked, 'not-one-label');
  const parsed = parseLabel(name.slice(0, dot));
  if (!parsed.valid) return invalidName(asked, parsed.reason);
  const { label, unicode } = parsed;
  if (suffix === 'nz' && isSecondLevelLabel(label)) return invalidName(asked, 'a-suffix');
  return {
    valid: true,
    domain: `${label}.${suffix}`,
    original: unicode === undefined ? undefined : `${unicode}.${suffix}`,
    label,
    suffix,
  };
}

/** How the API repeats a text that cannot be a .nz domain (R3). */
function invalidName(asked: string, reason: NameFault): InvalidName {
  if (isAscii(asked)) return { valid: false, domain: asked, original: undefined, reason };
  return { valid: false, domain: encodeLabels(asked), original: asked, reason };
}

/** Puts each non-ASCII label into `xn--` form and leaves the rest alone (R3). */
export function encodeLabels(asked: string): string {
  return asked
    .split('.')
    .map((label) => (isAscii(label) ? label : `xn--${encodePunycode(label)}`))
    .join('.');
}

/**
 * The 16 names that `string=<label>` asks for, in the order of the suffixes (R2, R6). A string that is not a label, such
 * as one with a dot, gives 16 invalid names (R3), each `<string as asked>.<suffix>`. A second-level label (`co`,
 * `māori`) gives one invalid name: the suffix itself. Meant for strings of at most 255 characters (R2).
 */
export function namesOfString(asked: string): ParsedName[] {
  const parsed = parseLabel(foldName(asked));
  const encoded = encodeLabels(asked);
  const isAsciiAsked = isAscii(asked);
  return suffixes.map((suffix): ParsedName => {
    const isSuffixItself = parsed.valid && suffix === 'nz' && isSecondLevelLabel(parsed.label);
    if (!parsed.valid || isSuffixItself) {
      return {
        valid: false,
        domain: `${encoded}.${suffix}`,
        original: isAsciiAsked ? undefined : `${asked}.${suffix}`,
        reason: parsed.valid ? 'a-suffix' : parsed.reason,
      };
    }
    return {
      valid: true,
      domain: `${parsed.label}.${suffix}`,
      original: parsed.unicode === undefined ? undefined : `${parsed.unicode}.${suffix}`,
      label: parsed.label,
      suffix,
    };
  });
}
