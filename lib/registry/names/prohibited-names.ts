import type { ValidName } from './name.ts';
import { isSecondLevelLabel, suffixes } from './suffix.ts';

const prohibitedLabels = ['gov', 'government', 'com', 'edu', 'nic'];
const prohibited = new Set(prohibitedLabels);
const plainVowels: Record<string, string> = { ā: 'a', ē: 'e', ī: 'i', ō: 'o', ū: 'u' };
const macronOf: Record<string, string> = Object.fromEntries(
  Object.entries(plainVowels).map(([macron, vowel]) => [vowel, macron]),
);

/**
 * The rules that need no list: directly below `.nz`, `gov`, `government`, `com`, `edu`, `nic` and every macron variant
 * of a second-level label (`īwi.nz`, `gōvt.nz`) are prohibited. `māori.nz` is a suffix and never gets here (R7).
 */
export function getRuledStatus(name: ValidName): 'Prohibited' | undefined {
  if (name.suffix !== 'nz') return undefined;
  if (name.original === undefined) return prohibited.has(name.label) ? 'Prohibited' : undefined;
  const withoutMacrons = name.original.slice(0, -'.nz'.length).replace(/[āēīōū]/g, (vowel) => plainVowels[vowel] ?? '');
  return isSecondLevelLabel(withoutMacrons) ? 'Prohibited' : undefined;
}

/** All labels that these rules prohibit directly below `.nz`, in Unicode. */
export function prohibitedByRule(): { readonly labels: readonly string[]; readonly macronVariants: readonly string[] } {
  const macronVariants = suffixes
    .slice(1)
    .flatMap((suffix) => spellings(suffix.slice(0, -'.nz'.length)).slice(1))
    .filter((variant) => variant !== 'māori');
  return { labels: prohibitedLabels, macronVariants };
}

/** A label with each of its vowels plain or with a macron, in every combination; the plain one first. */
function spellings(label: string): string[] {
  const [letter, ...rest] = label;
  if (letter === undefined) return [''];
  const choices = [letter, macronOf[letter]].filter((choice) => choice !== undefined);
  const ends = spellings(rest.join(''));
  return choices.flatMap((choice) => ends.map((end) => choice + end));
}
