import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { monthSheets } from './month-weeks.ts';

test('90 days from 20 November 2026 touch four months', () => {
  const sheets = monthSheets('2026-11-20', 90);
  expect(sheets.map(({ month }) => month)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  // 1 November 2026 is a Sunday, and 30 November a Monday
  expect(sheets[0]?.weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(sheets[0]?.weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  // February 2027 begins on a Monday and has four weeks
  expect(sheets[3]?.weeks).toHaveLength(4);
});

test('one day is one month', () => {
  expect(monthSheets('2028-02-29', 1).map(({ month }) => month)).toEqual(['2028-02']);
});

test('every day of every month in the period appears once, under its weekday', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 1, max: 400 }), (start, days) => {
      const first = new Date(start * 86_400_000).toISOString().slice(0, 10);
      const sheets = monthSheets(first, days);
      const all = sheets.flatMap(({ weeks }) => weeks.flat()).filter((cell) => cell !== null);
      const from = Date.parse(`${first.slice(0, 7)}-01T00:00Z`);
      expect(all).toEqual(all.map((_, place) => new Date(from + place * 86_400_000).toISOString().slice(0, 10)));
      expect(all).toContain(first);
      expect(all).toContain(new Date((start + days - 1) * 86_400_000).toISOString().slice(0, 10));
      for (const week of sheets.flatMap(({ weeks }) => weeks)) {
        expect(week).toHaveLength(7);
        week.forEach((cell, place) => {
          if (cell !== null) expect((new Date(cell).getUTCDay() + 6) % 7).toBe(place);
        });
      }
    }),
    { numRuns: tries(300, 6000) },
  );
});
