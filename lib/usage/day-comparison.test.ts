import { expect, test } from 'vitest';
import { compareDays } from './day-comparison.ts';

const hour = 3_600_000;
const midnight = Date.parse('2026-11-23T00:00:00+13:00');
const day = 24 * hour;

test('the other days count up to this time of the day, and of its hour the same part', () => {
  const hours = [
    { startsAt: midnight, count: 5 },
    { startsAt: midnight + 2 * hour, count: 7 },
    { startsAt: midnight - day, count: 10 },
    { startsAt: midnight - day + 2 * hour, count: 40 },
    { startsAt: midnight - day + 5 * hour, count: 1000 },
    { startsAt: midnight - 7 * day + hour, count: 3 },
    { startsAt: midnight - 7 * day + hour, count: 4 },
  ];
  const compared = compareDays(hours, midnight + 2.5 * hour);
  expect(compared).toMatchObject({ today: 12, yesterday: 30, lastWeek: 7, byHour: [5, 0, 7] });
  expect(compared.byHourYesterday).toHaveLength(24);
});

test('the days on which the clocks change have 23 and 25 hours', () => {
  const spring = Date.parse('2026-09-28T12:00:00+13:00');
  expect(compareDays([], spring).byHourYesterday).toHaveLength(23);
  const autumn = Date.parse('2026-04-06T12:00:00+12:00');
  expect(compareDays([], autumn).byHourYesterday).toHaveLength(25);
});
