import { expect, test } from 'vitest';
import { countWords, leftWords, rateWords, stageWords, waitWords } from './stages.ts';

test.each([
  ['check-file', 1200, 4800, 'Checking the file', '1,200 of 4,800 bytes'],
  ['store-areas', 7, 0, 'Storing areas', '7 areas'],
  ['store-areas', 0, 0, 'Storing areas', ''],
  ['tidy-up', 20, 0, 'Removing old coverage', '20'],
  ['a-stage-of-a-newer-version', 7, 9, 'Working', '7 of 9'],
])('%s, %d of %d', (stage, done, total, words, count) => {
  expect(stageWords(stage)).toBe(words);
  expect(countWords(stage, done, total)).toBe(count);
});

test.each([
  ['store-areas', 12_412.3, '12,400 areas a second'],
  ['store-areas', 0.254, '0.25 areas a second'],
  ['draw-map', 350_123, '350,000 vertices a second'],
  ['check-file', 2_100_000, '2.1\u00a0MB a second'],
  ['store-areas', null, ''],
  ['tidy-up', 7, ''],
])('%s at %d is %s', (stage, rate, words) => {
  expect(rateWords(stage, rate)).toBe(words);
});

test('the time left is in words, and not said while it is unknown', () => {
  expect([leftWords(18_000), leftWords(undefined)]).toEqual(['about 20 seconds left', '']);
});

test.each([
  [0, 'less than 10 seconds'],
  [9999, 'less than 10 seconds'],
  [10_000, 'about 10 seconds'],
  [31_000, 'about 40 seconds'],
  [50_000, 'about 50 seconds'],
  [50_001, 'about a minute'],
  [150_000, 'about 3 minutes'],
  [5_399_000, 'about 2 hours'],
  [7_200_000, 'about 2 hours'],
])('%d ms are written %s', (ms, words) => {
  expect(waitWords(ms)).toBe(words);
});
