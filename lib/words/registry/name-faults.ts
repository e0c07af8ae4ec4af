import { longestLabel } from '#lib/registry/names/label.ts';
import { longestName, type NameFault } from '#lib/registry/names/name.ts';

/** Why a text is not a .nz name, as the end of a sentence that begins with the text. */
export const nameFaultWords: Readonly<Record<NameFault, string>> = {
  'empty-name': 'is empty',
  'name-too-long': `is longer than ${longestName} characters`,
  'not-below-nz': 'is not a name below .nz',
  'not-one-label': 'is not a single label below .nz or below one of its second-level domains',
  'a-suffix': 'is a suffix, not a name',
  'empty-label': 'has an empty label',
  'label-too-long': `has a label longer than ${longestLabel} octets`,
  'character-not-allowed': 'has a character other than a–z, 0–9, hyphen and ā ē ī ō ū',
  'hyphen-at-an-end': 'begins or ends with a hyphen',
  'hyphens-third-and-fourth': 'has hyphens as its third and fourth characters',
  'not-a-canonical-xn-label':
    'has an xn-- label that is not the canonical encoding of letters, digits, hyphens and at least one macron',
};
