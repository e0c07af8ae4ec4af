import { expect, test } from 'vitest';
import { lastMonths, medianDays, monthOf, monthWords } from './months.ts';

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
