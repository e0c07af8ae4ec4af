import { decodePunycode, encodePunycode, isAscii } from './punycode.ts';

/** `label`: the ASCII form the register stores. `unicode`: the form with macrons, only when it has any. */
export type ParsedLabel =
  | { valid: true; label: string; unicode: string | undefined }
  | { valid: false; reason: string };

const maximumOctets = 63;
const encodedPrefix = 'xn--';
const hyphen = 0x2d;

// One byte a character up to ū (U+016B): 1 in ASCII, 2 with a macron, 0 outside the repertoire.
const repertoire = new Uint8Array(0x16c);
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789-') repertoire[character.charCodeAt(0)] = 1;
for (const character of 'āēīōū') repertoire[character.charCodeAt(0)] = 2;

/**
 * A name or label in the form it is looked up in: case folded, then NFC (R7).
 *
 * Only A to Z and Ā Ē Ī Ō Ū are folded. Unicode's own folding would also turn the KELVIN SIGN into k and ſ into s, and
 * answer for a name nobody asked; folded first, they are outside the repertoire (NFC makes the KELVIN SIGN a capital K).
 * Text longer than a name can be is the caller's to refuse first: NFC is quadratic on long runs of combining marks.
 */
export function foldName(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(/[A-ZĀĒĪŌŪ]+/g, (capitals) => capitals.toLowerCase()).normalize('NFC');
}

/** Reads one folded label by the rules of R7: `a–z 0–9 -` and `ā ē ī ō ū`, or the canonical `xn--` form of such a one. */
export function parseLabel(folded: string): ParsedLabel {
  if (folded.startsWith(encodedPrefix)) return parseEncodedLabel(folded);
  let hasMacron = false;
  for (let at = 0; at < folded.length; at++) {
    const kind = repertoire[folded.charCodeAt(at)];
    if (kind === 2) hasMacron = true;
    else if (kind !== 1) return refuse('has a character other than a–z, 0–9, hyphen and ā ē ī ō ū');
  }
  if (folded.length === 0) return refuse('has an empty label');
  if (folded.charCodeAt(0) === hyphen || folded.charCodeAt(folded.length - 1) === hyphen) {
    return refuse('begins or ends with a hyphen');
  }
  if (folded.charCodeAt(2) === hyphen && folded.charCodeAt(3) === hyphen) {
    return refuse('has hyphens in both third and fourth place');
  }
  const label = hasMacron ? encodedPrefix + encodePunycode(folded) : folded;
  if (label.length > maximumOctets) return refuse('has a label longer than 63 octets');
  return { valid: true, label, unicode: hasMacron ? folded : undefined };
}

/**
 * What `xn--` text stands for must encode to that very text again: ASCII alone, another `xn--` label inside or a
 * needless variant of the encoding do not.
 */
function parseEncodedLabel(folded: string): ParsedLabel {
  if (folded.length > maximumOctets) return refuse('has a label longer than 63 octets');
  const decoded = decodePunycode(folded.slice(encodedPrefix.length));
  const parsed = decoded === undefined ? undefined : parseLabel(decoded);
  if (parsed?.valid !== true || parsed.label !== folded) {
    return refuse('has an xn-- label that is not the encoded form of letters, digits, hyphens and at least one macron');
  }
  return parsed;
}

function refuse(reason: string): ParsedLabel {
  return { valid: false, reason };
}
