import { foldName, longestLabel, parseLabel } from './label.ts';
import { decodePunycode } from './punycode.ts';

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
  const label = domain.slice(0, domain.indexOf('.'));
  const read = label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label;
  return read.includes(part);
}
