import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { repeatedName } from './repeated-name.ts';

test.each<[name: string, here: string, first: string, words: string]>([
  ['kauri.nz', 'kauri.nz', 'kauri.nz', 'kauri.nz is already on line 2.'],
  [
    'xn--ttara-g9a.nz',
    'xn--ttara-g9a.nz',
    'tōtara.nz',
    '"xn--ttara-g9a.nz" is already on line 2, as "tōtara.nz": both are the same name.',
  ],
  ['xn--ttara-g9a.nz', 'tōtara.nz', 'tōtara.nz', '"tōtara.nz" is already on line 2.'],
  ['kauri.nz', 'KAURI.nz.', 'kauri.nz', '"KAURI.nz." is already on line 2, as "kauri.nz": both are the same name.'],
  [
    'rimu.maori.nz',
    'rimu.māori.nz',
    'rimu.maori.nz',
    '"rimu.māori.nz" is already on line 2, as "rimu.maori.nz": māori.nz mirrors maori.nz, so both are the same name.',
  ],
  [
    'rimu.maori.nz',
    'rimu.maori.nz',
    'rimu.xn--mori-qsa.nz',
    '"rimu.maori.nz" is already on line 2, as "rimu.xn--mori-qsa.nz": māori.nz mirrors maori.nz, so both are the same name.',
  ],
])('%s, written as %s after %s, is refused in the spellings of the file', (name, here, first, words) => {
  expect(wordsOf(repeatedName(name, { line: 3, text: here }, { line: 2, text: first }))).toBe(words);
});
