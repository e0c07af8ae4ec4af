import { expect, test } from 'vitest';
import { isoAuckland } from '#lib/time/auckland.ts';
import { wholeParts } from './whole-parts.ts';

test.each([
  // from, hours until, days from, days until, sign, the first month
  ...[
    [
      '2026-11-20T14:00:00+13:00',
      '2026-11-21T00:00:00+13:00',
      '2026-11-21T00:00:00+13:00',
      '2026-12-01T00:00:00+13:00',
    ],
    [
      '2026-11-20T00:00:00+13:00',
      '2026-11-20T00:00:00+13:00',
      '2026-11-20T00:00:00+13:00',
      '2026-12-01T00:00:00+13:00',
    ],
    [
      '2026-12-17T00:00:00+13:00',
      '2026-12-17T00:00:00+13:00',
      '2026-12-17T00:00:00+13:00',
      '2027-01-01T00:00:00+13:00',
    ],
  ].map((times, at) => [...times, 1, [202612, 202612, 202701][at]]),
  ...[
    [
      '2026-11-01T00:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
    ],
    [
      '2026-10-31T23:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
      '2026-11-01T00:00:00+13:00',
    ],
    [
      '2026-04-05T01:00:00+13:00',
      '2026-04-06T00:00:00+12:00',
      '2026-04-01T00:00:00+13:00',
      '2026-04-06T00:00:00+12:00',
    ],
  ].map((times, at) => [...times, -1, [202611, 202611, 202604][at]]),
])(
  'what has happened since %s is hours, then whole days and months',
  (from, hours, days, until, daySign, firstMonth) => {
    const { hoursUntil, daysFrom, daysUntil, ...parts } = wholeParts(Date.parse(String(from)));
    expect([hoursUntil, daysFrom, daysUntil].map(isoAuckland)).toEqual([hours, days, until]);
    expect(parts).toEqual({ hoursFrom: Date.parse(String(from)), daySign, firstMonth });
  },
);
