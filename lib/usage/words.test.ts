import { describe, expect, test } from 'vitest';
import { durationWords, shareWords, sizeWords, startWords } from './words.ts';

const start = Date.parse('2026-11-20T13:00:00+13:00');

test('hours and days are in Auckland time', () => {
  expect(startWords('hour', start)).toBe('Fri 13:00');
  expect(startWords('hour', Date.parse('2026-11-20T00:00:00+13:00'))).toBe('Fri 00:00');
  expect(startWords('day', Date.parse('2026-06-05T00:00:00+12:00'))).toBe('5 Jun');
});

describe('durations have two significant digits', () => {
  test.each([
    [0.0105, '0.011 ms'],
    [0.42, '0.42 ms'],
    [1.26, '1.3 ms'],
    [85.4, '85 ms'],
    [420.5, '421 ms'],
    [2441, '2.4 s'],
    [120_000, '120 s'],
  ])('%d ms is %s', (ms, words) => {
    expect(durationWords(ms)).toBe(words.replaceAll(' ', '\u00a0').replace(/^(under|over)\u00a0/, '$1 '));
  });
});

describe('a share is never rounded to 0 or 100 %', () => {
  test.each([
    [0, 0, '–'],
    [0, 9, '0 %'],
    [1, 1_000_000, 'under 0.01 %'],
    [4, 10_000, '0.04 %'],
    [1, 8, '12.5 %'],
    [99_999, 100_000, 'over 99.9 %'],
    [7, 7, '100 %'],
  ])('%i of %i is “%s”', (part, whole, words) => {
    expect(shareWords(part, whole)).toBe(words.replaceAll(' ', '\u00a0').replace(/^(under|over)\u00a0/, '$1 '));
  });
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [4_210_000, '4.2 MB'],
  [98_700_000, '99 MB'],
  [1_340_000_000, '1.3 GB'],
  [2e15, '2000 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words.replaceAll(' ', '\u00a0').replace(/^(under|over)\u00a0/, '$1 '));
});
