import type { ValidName } from './name.ts';
import { isSecondLevelLabel } from './suffix.ts';

const prohibitedLabels = new Set(['gov', 'government', 'com', 'edu', 'nic']);
const plainVowels: Record<string, string> = { ā: 'a', ē: 'e', ī: 'i', ō: 'o', ū: 'u' };

/**
 * The rules that hold without any list: directly below `.nz`, `gov`, `government`, `com`, `edu`, `nic` and every
 * macron variant of a second-level label (`īwi.nz`, `gōvt.nz`) are prohibited. `māori.nz` is a suffix and never gets
 * here (R7).
 */
export function getStandingStatus(name: ValidName): 'Prohibited' | undefined {
  if (name.suffix !== 'nz') return undefined;
  if (name.original === undefined) return prohibitedLabels.has(name.label) ? 'Prohibited' : undefined;
  const withoutMacrons = name.original.slice(0, -'.nz'.length).replace(/[āēīōū]/g, (vowel) => plainVowels[vowel] ?? '');
  return isSecondLevelLabel(withoutMacrons) ? 'Prohibited' : undefined;
}
