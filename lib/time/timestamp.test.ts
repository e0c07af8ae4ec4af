import fc from 'fast-check';
import { expect, test } from 'vitest';
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

const notATime = 'is not a date or a time (write it like 2026-11-20 14:30:00+13:00)';
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
  ['2026-11-20 14:30:00', 'has no offset from UTC (write it like 2026-11-20 14:30:00+13:00)'],
  ['2026-11-20T14:30', 'has no offset from UTC (write it like 2026-11-20 14:30:00+13:00)'],
  ['2026-02-29', 'is not a day of the calendar'],
  ['2100-02-29', 'is not a day of the calendar'],
  ['2026-13-01', 'is not a day of the calendar'],
  ['2026-00-10', 'is not a day of the calendar'],
  ['2026-04-31 00:00:00Z', 'is not a day of the calendar'],
  ['2026-11-00', 'is not a day of the calendar'],
  ['2026-11-20 24:00:00Z', 'is not a time of day (00:00:00 to 23:59:59)'],
  ['2026-11-20 23:60:00Z', 'is not a time of day (00:00:00 to 23:59:59)'],
  ['2026-11-20 23:59:60Z', 'is not a time of day (00:00:00 to 23:59:59)'],
  ['2026-11-20 14:30:00+14:01', 'has an offset outside -14:00 to +14:00'],
  ['2026-11-20 14:30:00-99:00', 'has an offset outside -14:00 to +14:00'],
  ['2026-11-20 14:30:00+12:60', 'has an offset outside -14:00 to +14:00'],
  ['1899-12-31', 'has a year outside 1900 to 2199'],
  ['2200-01-01', 'has a year outside 1900 to 2199'],
  ['0000-00-00', 'has a year outside 1900 to 2199'],
])('%j %s', (text, reason) => {
  expect(parseTimestamp(text)).toEqual({ valid: false, reason });
});

test('R8: whatever the API writes is read back as the same second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1946, 0, 3) / 1000, max: Date.UTC(2199, 11, 30) / 1000 }),
      (epochSeconds) => {
        expect(parseTimestamp(formatAuckland(epochSeconds * 1000))).toEqual({ valid: true, epochSeconds });
      },
    ),
    { numRuns: 3000 },
  );
});
