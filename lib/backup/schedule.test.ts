import { expect, test } from 'vitest';
import { parseDuration } from '#lib/time/duration.ts';
import { isBackupDue, isBackupLate } from './schedule.ts';

const hour = 3_600_000;

test.each([
  ['never', undefined, true, true],
  ['just now', 10 * hour, false, false],
  ['an interval ago', 9 * hour, true, false],
  ['one and a half intervals ago', 8.5 * hour, true, false],
  ['longer ago', 8.5 * hour - 1, true, true],
  ['before the clock was set back', 12 * hour, true, true],
])('the last backup was made %s: whether the next is due, and late', (_when, lastAt, isDue, isLate) => {
  expect(isBackupDue(lastAt, hour, 10 * hour)).toBe(isDue);
  expect(isBackupLate(lastAt, hour, 10 * hour)).toBe(isLate);
});

test.each([
  ['30s', 30_000],
  ['5m', 300_000],
  ['12h', 12 * hour],
  ['1d', 24 * hour],
  ['0m', undefined],
  ['5', undefined],
  ['m', undefined],
  ['1.5h', undefined],
  ['5 m', undefined],
  ['-5m', undefined],
])('the duration %s', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
