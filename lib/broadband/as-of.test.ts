import { describe, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { daysBetween, parseAsOf, requireNotInFuture } from './as-of.ts';

describe('parseAsOf', () => {
  test.each(['2026-11-20', ' 2026-02-28 ', '2024-02-29', '2000-01-01'])('%j is accepted', (text) => {
    expect(parseAsOf(text)).toEqual({ ok: true, day: text.trim() });
  });

  test.each([
    ['20/11/2026', '2026-11-20'],
    ['1 Nov 2026', '2026-11-01'],
  ])('%j is accepted, as a New Zealander types it', (text, day) => {
    expect(parseAsOf(text)).toEqual({ ok: true, day });
  });

  test.each([
    '20-11-2026',
    '2026-11-20T00:00',
    '',
    '2026-02-30',
    '2026-13-01',
    '2025-02-29',
    '11/20/2026',
    // before the first coverage that could have been delivered
    '1999-12-31',
  ])('%j is refused', (text) => {
    expect(parseAsOf(text)).toEqual({ ok: false, reason: { code: 'as-of-not-a-day' } });
  });
});

test('today is accepted, tomorrow is not', () => {
  expect(() => requireNotInFuture('2026-11-20', '2026-11-20')).not.toThrow();
  expect(() => requireNotInFuture('2026-11-21', '2026-11-20')).toThrow(
    new Refusal({ code: 'as-of-in-future', day: '2026-11-21', today: '2026-11-20' }),
  );
});

test.each([
  ['2026-11-20', '2026-11-20', 0],
  ['2026-09-26', '2026-09-28', 2],
  ['2024-02-28', '2024-03-01', 2],
  ['2025-11-20', '2026-11-20', 365],
])('from %s to %s is %d days, daylight saving or not', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});
