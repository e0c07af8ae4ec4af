import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { formatAuckland } from './auckland.ts';
import { parseTimestamp } from './timestamp.ts';

test.each([
  ['2026-11-20 14:30:00+13:00', '2026-11-20T01:30:00Z'],
  ['2026-11-20T14:30:00+13:00', '2026-11-20T01:30:00Z'],
  ['2026-11-20T01:30:00Z', '2026-11-20T01:30:00Z'],
  ['2026-11-20 14:30:00+1300', '2026-11-20T01:30:00Z'],
  ['2026-11-20 14:30:00+13', '2026-11-20T01:30:00Z'],
  ['2026-11-20 14:30+13:00', '2026-11-20T01:30:00Z'],
  ['2026-11-19 16:00:00-09:30', '2026-11-20T01:30:00Z'],
  ['2026-11-20 01:30:00.000+00:00', '2026-11-20T01:30:00Z'],
  ['2026-11-20 01:30:00.999999999Z', '2026-11-20T01:30:00Z'],
  ['1969-12-31T23:59:59.9Z', '1969-12-31T23:59:59Z'],
  ['2026-04-05 02:30:00+13:00', '2026-04-04T13:30:00Z'],
  ['2026-04-05 02:30:00+12:00', '2026-04-04T14:30:00Z'],
  ['2028-02-29 00:00:00+13:00', '2028-02-28T11:00:00Z'],
  ['2026-11-20', '2026-11-19T11:00:00Z'],
  ['2026-07-01', '2026-06-30T12:00:00Z'],
  ['2026-04-05', '2026-04-04T11:00:00Z'],
  ['2026-04-06', '2026-04-05T12:00:00Z'],
  ['2000-02-29', '2000-02-28T11:00:00Z'],
])('%j is %s', (text, utc) => {
  expect(parseTimestamp(text)).toEqual({ valid: true, epochSeconds: Date.parse(utc) / 1000 });
});

const notATime = 'not-a-timestamp';
test.each([
  ['', notATime],
  ['yesterday', notATime],
  ['20/11/2026', notATime],
  ['2026-1-2', notATime],
  ['20261120', notATime],
  [' 2026-11-20', notATime],
  ['2026-11-20\n', notATime],
  ['2026-11-20 14:30:00 +13:00', notATime],
  ['2026-11-20 14:30:00+13:00[Pacific/Auckland]', notATime],
  ['2026-11-20 14+13:00', notATime],
  ['2026-11-20Z', notATime],
  ['1795000000', notATime],
  ['+002026-11-20', notATime],
  ['٢٠٢٦-11-20', notATime],
  ['2026-11-20 14:30:00', 'no-offset'],
  ['2026-11-20T14:30', 'no-offset'],
  ['2026-02-29', 'not-a-day'],
  ['2100-02-29', 'not-a-day'],
  ['2026-13-01', 'not-a-day'],
  ['2026-00-10', 'not-a-day'],
  ['2026-04-31 00:00:00Z', 'not-a-day'],
  ['2026-11-00', 'not-a-day'],
  ['2026-11-20 24:00:00Z', 'not-a-time-of-day'],
  ['2026-11-20 23:60:00Z', 'not-a-time-of-day'],
  ['2026-11-20 23:59:60Z', 'not-a-time-of-day'],
  ['2026-11-20 14:30:00+14:01', 'offset-out-of-range'],
  ['2026-11-20 14:30:00-99:00', 'offset-out-of-range'],
  ['2026-11-20 14:30:00+12:60', 'offset-out-of-range'],
  ['1899-12-31', 'year-out-of-range'],
  ['2200-01-01', 'year-out-of-range'],
  ['0000-00-00', 'year-out-of-range'],
])('%j is refused: %s', (text, fault) => {
  expect(parseTimestamp(text)).toEqual({ valid: false, fault });
});

test('R8: every timestamp that the API writes is parsed to the same second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1946, 0, 3) / 1000, max: Date.UTC(2199, 11, 30) / 1000 }),
      (epochSeconds) => {
        expect(parseTimestamp(formatAuckland(epochSeconds * 1000))).toEqual({ valid: true, epochSeconds });
      },
    ),
    { numRuns: tries(3000, 60_000) },
  );
});
