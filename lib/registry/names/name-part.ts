import { withoutMacrons } from '#lib/macrons.ts';
import { foldName, parseLabelPart, unicodeName } from './label.ts';

/** Part of a name as people type it. Case and macrons do not count: `maori` is in māori.nz, and `Kōwhai` in kowhai.co.nz. */
export interface NamePart {
  /** Folded and without macrons. A part without a dot is looked for in the label, any other in the whole name. */
  readonly plain: string;
  /**
   * Its characters without vowels. The ASCII form of a name that has the part has them too, in this order: in a label with
   * macrons only the vowels that have one are coded (RFC 3492, 3.1).
   */
  readonly consonants: string;
}

/** Reads part of a name, in Unicode or as an `xn--` label. Gives undefined for text that no name contains. */
export function parseNamePart(text: string): NamePart | undefined {
  const pieces = foldName(text)
    .split('.')
    .map((piece) => (piece === '' ? '' : parseLabelPart(piece)));
  if (pieces.includes(undefined) || pieces.every((piece) => piece === '')) return undefined;
  const plain = withoutMacrons(pieces.join('.'));
  return { plain, consonants: plain.replaceAll(/[aeiou]/g, '') };
}

/** Whether a stored name has the part, anywhere or at its beginning. */
export function hasPart(domain: string, { plain }: NamePart, where: 'anywhere' | 'at the beginning'): boolean {
  const name = domain.startsWith('xn--') ? withoutMacrons(unicodeName(domain)) : domain;
  if (where === 'at the beginning') return name.startsWith(plain);
  const place = name.indexOf(plain);
  return place !== -1 && (plain.includes('.') || place + plain.length <= name.indexOf('.'));
}
