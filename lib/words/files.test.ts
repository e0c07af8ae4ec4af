import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { invisibleWords } from './files.ts';

test.each([
  ['kauri.nz', ''],
  ['a b', ''],
  ['tōtara', ''],
  ['kauri\u200b.nz', ' It contains a zero width space (U+200B), which cannot be seen: delete it.'],
  ['kauri.nz\u00a0', ' It contains a no-break space (U+00A0), which cannot be seen: delete it.'],
  ['\ufeffkauri.nz', ' It contains a byte order mark (U+FEFF), which cannot be seen: delete it.'],
  ['kau\u00adri.nz', ' It contains a soft hyphen (U+00AD), which cannot be seen: delete it.'],
  ['kauri\u2061.nz', ' It contains a character (U+2061), which cannot be seen: delete it.'],
])('a character of %j that cannot be seen is named', (text, words) => {
  expect(invisibleWords(text)).toBe(words);
});

test('a refusal of a name, a date or a choice names it', () => {
  const named = 'It contains a zero width space (U+200B), which cannot be seen: delete it.';
  expect(wordsOf({ code: 'not-a-name', text: 'a\u200b.nz', why: 'character-not-allowed' })).toContain(named);
  expect(wordsOf({ code: 'not-a-timestamp', text: '2026-01-01\u200b', why: 'not-a-timestamp' })).toContain(named);
  expect(wordsOf({ code: 'value-not-one-of', value: '"Fibre\u200b"', choices: ['Fibre'] })).toContain(named);
  expect(wordsOf({ code: 'provider-unknown', name: 'Kea\u200b' })).toContain(named);
});
