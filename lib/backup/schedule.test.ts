import { expect, test } from 'vitest';
import { parseDuration } from '#lib/time/typed-time.ts';
import { isBackupDue, isBackupLate, restAfter } from './schedule.ts';

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

test('on a busy machine, work and rest together take a twenty-fifth of its processors', () => {
  for (const processors of [1, 2, 16]) {
    for (const own of [10, 100, 300]) {
      const total = 500 * processors;
      const rest = restAfter({ own, others: total - own, total }, processors);
      expect(own / (total + rest * processors)).toBeLessThanOrEqual(0.04 + 1e-9);
      if (rest > 0) expect(own / (total + rest * processors)).toBeCloseTo(0.04);
    }
  }
});

test('on a machine that is not busy it does not rest, however much it used itself', () => {
  expect(restAfter({ own: 100, others: 0, total: 100 }, 1)).toBe(0);
  expect(restAfter({ own: 150, others: 49, total: 200 }, 2)).toBe(0);
  expect(restAfter({ own: 100, others: 66, total: 200 }, 2)).toBe(0);
});

test('from a third that others use, the machine is busy', () => {
  expect(restAfter({ own: 100, others: 67, total: 200 }, 2)).toBe(1150);
  expect(restAfter({ own: 5, others: 195, total: 200 }, 2)).toBe(0);
});
