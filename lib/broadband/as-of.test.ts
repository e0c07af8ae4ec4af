import { describe, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { daysBetween, parseAsOf, requireNotToCome } from './as-of.ts';

describe('parseAsOf', () => {
  test.each(['2026-11-20', ' 2026-02-28 ', '2024-02-29', '2000-01-01'])('%j is taken', (text) => {
    expect(parseAsOf(text)).toEqual({ ok: true, day: text.trim() });
  });

  test.each([
    ['20-11-2026', 'is not a date (write it like 2026-11-20)'],
    ['2026-11-20T00:00', 'is not a date (write it like 2026-11-20)'],
    ['', 'is not a date (write it like 2026-11-20)'],
    ['2026-02-30', 'is not a day of the calendar'],
    ['2026-13-01', 'is not a day of the calendar'],
    ['2025-02-29', 'is not a day of the calendar'],
    ['1999-12-31', 'is before 2000: there was no such coverage to deliver'],
  ])('%j is refused', (text, reason) => {
    expect(parseAsOf(text)).toEqual({ ok: false, reason });
  });
});

test('today is taken, tomorrow is not', () => {
  expect(() => requireNotToCome('2026-11-20', '2026-11-20')).not.toThrow();
  expect(() => requireNotToCome('2026-11-21', '2026-11-20')).toThrow(
    new Refusal('The "as of" date 2026-11-21 is in the future: today is 2026-11-20.'),
  );
});

test.each([
  ['2026-11-20', '2026-11-20', 0],
  ['2026-09-26', '2026-09-28', 2],
  ['2024-02-28', '2024-03-01', 2],
  ['2025-11-20', '2026-11-20', 365],
])('from %s to %s are %d days, daylight saving or not', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});
