import { decodePunycode, encodePunycode, isAscii } from './punycode.ts';

/** Why a text is not a label; the words are in `lib/words/registry/registry.ts`. */
export type LabelFault =
  | 'empty-label'
  | 'character-not-allowed'
  | 'hyphen-at-an-end'
  | 'hyphens-third-and-fourth'
  | 'label-too-long'
  | 'not-a-canonical-xn-label';

/** `label`: the ASCII form the register stores. `unicode`: the form with macrons, only when it has any. */
export type ParsedLabel =
  | { valid: true; label: string; unicode: string | undefined }
  | { valid: false; reason: LabelFault };

/** The most octets of a label in its ASCII form. */
export const longestLabel = 63;
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
 * so answer for a name that nobody asked about. Folding comes first: NFC turns the KELVIN SIGN into a capital K, which
 * is then outside the repertoire.
 * Callers must refuse text that is too long for a name first: NFC is quadratic on long runs of combining marks.
 */
export function foldName(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(/[A-ZĀĒĪŌŪ]+/g, (capitals) => capitals.toLowerCase()).normalize('NFC');
}

/** Parses one folded label by the rules of R7: `a–z 0–9 -` and `ā ē ī ō ū`, or the canonical `xn--` form of those. */
export function parseLabel(folded: string): ParsedLabel {
  if (folded.startsWith(encodedPrefix)) return parseEncodedLabel(folded);
  let hasMacron = false;
  for (let at = 0; at < folded.length; at++) {
    const kind = repertoire[folded.charCodeAt(at)];
    if (kind === 2) hasMacron = true;
    else if (kind !== 1) return refuse('character-not-allowed');
  }
  if (folded.length === 0) return refuse('empty-label');
  if (folded.charCodeAt(0) === hyphen || folded.charCodeAt(folded.length - 1) === hyphen) {
    return refuse('hyphen-at-an-end');
  }
  if (folded.charCodeAt(2) === hyphen && folded.charCodeAt(3) === hyphen) return refuse('hyphens-third-and-fourth');
  const label = hasMacron ? encodedPrefix + encodePunycode(folded) : folded;
  if (label.length > longestLabel) return refuse('label-too-long');
  return { valid: true, label, unicode: hasMacron ? folded : undefined };
}

/**
 * A decoded `xn--` label must encode to exactly the same text again. That refuses plain ASCII, an `xn--` label inside
 * another, and non-canonical encodings.
 */
function parseEncodedLabel(folded: string): ParsedLabel {
  if (folded.length > longestLabel) return refuse('label-too-long');
  const decoded = decodePunycode(folded.slice(encodedPrefix.length));
  const parsed = decoded === undefined ? undefined : parseLabel(decoded);
  return parsed?.valid === true && parsed.label === folded ? parsed : refuse('not-a-canonical-xn-label');
}

function refuse(reason: LabelFault): ParsedLabel {
  return { valid: false, reason };
}

/**
 * Parses part of a label as it was written: folded, and in Unicode. A whole `xn--` label is decoded. Gives undefined
 * for text that no label contains.
 */
export function parseLabelPart(text: string): string | undefined {
  if (text.length > longestLabel) return undefined;
  const folded = foldName(text);
  const parsed = folded.startsWith('xn--') ? parseLabel(folded) : undefined;
  if (parsed !== undefined) return parsed.valid ? parsed.unicode : undefined;
  return /^[a-z0-9āēīōū-]+$/.test(folded) ? folded : undefined;
}

/** Whether the label of a stored name, in Unicode, contains this part. */
export function labelContains(domain: string, part: string): boolean {
  return unicodeLabel(domain).includes(part);
}

/** A stored name as people write it, with its macrons. */
export function unicodeName(domain: string): string {
  return `${unicodeLabel(domain)}${domain.slice(domain.indexOf('.'))}`;
}

function unicodeLabel(domain: string): string {
  const label = domain.slice(0, domain.indexOf('.'));
  return label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label;
}
