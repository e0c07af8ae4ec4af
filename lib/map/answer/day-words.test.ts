import { expect, test } from 'vitest';
import { sayIn } from '#lib/messages/catalogue.ts';
import { formatDataDays, formatDay } from './day-words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  ['2026-05-01', '1 May 2026', '1 o Haratua 2026'],
  ['2026-12-31', '31 December 2026', '31 o Hakihea 2026'],
  ['2026-13-01', '2026-13-01', '2026-13-01'],
])('%s is written as %s and %s', (day, english, maori) => {
  expect(plain(formatDay(sayIn('en'), day))).toBe(english);
  expect(plain(formatDay(sayIn('mi'), day))).toBe(maori);
});

test('several delivery days are shown by the first and the last', () => {
  expect(plain(formatDataDays(sayIn('en'), ['2026-05-01', '2026-05-01']))).toBe('Data as of 1 May 2026');
  expect(plain(formatDataDays(sayIn('en'), ['2026-05-01', '2026-11-20']))).toBe(
    'Data from between 1 May 2026 and 20 November 2026',
  );
});
