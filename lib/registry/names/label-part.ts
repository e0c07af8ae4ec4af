import { foldName, parseLabel } from './label.ts';
import { decodePunycode } from './punycode.ts';

const longestLabel = 63;

/**
 * Part of a label as somebody wrote it, in its Unicode form and folded; a whole `xn--` label stands for what it
 * encodes. Undefined for text that no label contains.
 */
export function parseLabelPart(text: string): string | undefined {
  if (text.length > longestLabel) return undefined;
  const folded = foldName(text);
  const parsed = folded.startsWith('xn--') ? parseLabel(folded) : undefined;
  if (parsed !== undefined) return parsed.valid ? parsed.unicode : undefined;
  return /^[a-z0-9āēīōū-]+$/.test(folded) ? folded : undefined;
}

/** Whether the label of a stored name, as a person reads it, has this part in it. */
export function labelContains(domain: string, part: string): boolean {
  const label = domain.slice(0, domain.indexOf('.'));
  const read = label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label;
  return read.includes(part);
}
