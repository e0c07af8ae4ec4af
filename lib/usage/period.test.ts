import { describe, expect, test } from 'vitest';
import { formatAuckland } from '#lib/time/auckland.ts';
import { lastMonths, medianDays, monthOf, monthWords, periodKinds, periodOf } from './period.ts';

const noon = Date.parse('2026-11-20T12:34:56+13:00');

test('24 hours end with the current hour', () => {
  const { startsAt, from } = periodOf('24h', noon);
  expect(startsAt).toHaveLength(24);
  expect(formatAuckland(from)).toBe('2026-11-19 13:00:00+13:00');
  expect(formatAuckland(startsAt[23] ?? 0)).toBe('2026-11-20 12:00:00+13:00');
});

test('days are Auckland days, also across daylight saving', () => {
  const { startsAt } = periodOf('90d', noon);
  expect(startsAt).toHaveLength(90);
  const times = new Set(startsAt.map((start) => formatAuckland(start).slice(11)));
  expect([...times]).toEqual(['00:00:00+12:00', '00:00:00+13:00']);
});

describe('an unknown period is 24 hours', () => {
  test.each([undefined, '', '24', '1000d', ['7d']])('%j', (key) => {
    expect(periodOf(key, noon).kind.key).toBe('24h');
  });
});

test.each(periodKinds.map(({ key, length }) => [key, length]))('%s has %i parts in order', (key, length) => {
  const { startsAt } = periodOf(key, noon);
  expect(startsAt).toHaveLength(Number(length));
  expect(startsAt).toEqual([...startsAt].sort((one, other) => one - other));
});

const at = (text: string) => Date.parse(text);

test('months begin at midnight in Auckland, also where the clocks change within one', () => {
  const months = lastMonths(at('2026-11-20T12:00:00+13:00'), 4);
  expect(months).toEqual(
    [
      '2026-08-01T00:00:00+12:00',
      '2026-09-01T00:00:00+12:00',
      '2026-10-01T00:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
    ].map(at),
  );
  expect(months.map(monthWords)).toEqual(['Aug 2026', 'Sep 2026', 'Oct 2026', 'Nov 2026']);
  expect(lastMonths(at('2026-11-01T00:30:00+13:00'), 1)).toEqual([at('2026-11-01T00:00:00+13:00')]);
});

test('an instant is in the month that began last before it', () => {
  const months = lastMonths(at('2026-11-20T12:00:00+13:00'), 2);
  expect(monthOf(at('2026-10-31T23:59:59+13:00'), months)).toBe(at('2026-10-01T00:00:00+13:00'));
  expect(monthOf(at('2026-11-01T00:00:00+13:00'), months)).toBe(at('2026-11-01T00:00:00+13:00'));
  expect(monthOf(at('2026-09-30T23:59:59+13:00'), months)).toBeUndefined();
});

test('the median is between the two in the middle', () => {
  const days = (...each: number[]) => medianDays(each.map((day) => day * 86_400_000));
  expect([days(), days(3, 1, 2), days(1, 2), days(1), days(0.01)]).toEqual([
    undefined,
    '2 days',
    '1.5 days',
    '1 day',
    '0 days',
  ]);
});
