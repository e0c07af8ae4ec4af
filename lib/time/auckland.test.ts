import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { aucklandMidnight, dayOf, formatAuckland, instantOfWallTime, wallTime } from './auckland.ts';

const zone = 'Pacific/Auckland';
const utc = (text: string) => Date.parse(`${text}Z`);

test.each([
  ['2026-04-04T13:59:59', '2026-04-05 02:59:59+13:00'],
  ['2026-04-04T14:00:00', '2026-04-05 02:00:00+12:00'],
  ['2026-04-04T14:59:59', '2026-04-05 02:59:59+12:00'],
  ['2026-04-04T15:00:00', '2026-04-05 03:00:00+12:00'],
  ['2026-09-26T13:59:59', '2026-09-27 01:59:59+12:00'],
  ['2026-09-26T14:00:00', '2026-09-27 03:00:00+13:00'],
  ['2027-04-03T13:59:59', '2027-04-04 02:59:59+13:00'],
  ['2027-04-03T14:00:00', '2027-04-04 02:00:00+12:00'],
  ['2027-09-25T13:59:59', '2027-09-26 01:59:59+12:00'],
  ['2027-09-25T14:00:00', '2027-09-26 03:00:00+13:00'],
  ['2028-02-28T10:59:59', '2028-02-28 23:59:59+13:00'],
  ['2028-02-28T11:00:00', '2028-02-29 00:00:00+13:00'],
  ['2028-02-29T11:00:00', '2028-03-01 00:00:00+13:00'],
  ['2026-07-01T11:59:59.999', '2026-07-01 23:59:59+12:00'],
  ['2026-07-01T12:00:00', '2026-07-02 00:00:00+12:00'],
  ['1990-01-01T00:00:00', '1990-01-01 13:00:00+13:00'],
  ['1989-10-07T13:59:59', '1989-10-08 01:59:59+12:00'],
  ['1989-10-07T14:00:00', '1989-10-08 03:00:00+13:00'],
  ['2000-01-01T00:00:00', '2000-01-01 13:00:00+13:00'],
  ['2099-12-31T23:59:59', '2100-01-01 12:59:59+13:00'],
])('R8: %sZ is written %s', (instant, text) => {
  expect(formatAuckland(utc(instant))).toBe(text);
  expect(dayOf(utc(instant))).toBe(text.slice(0, 10));
});

describe.each([
  ['2026-04-05', 25],
  ['2026-09-27', 23],
  ['2027-04-04', 25],
  ['2027-09-26', 23],
  ['2028-02-29', 24],
])('the day %s of %i hours', (day, hours) => {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;

  test.each([0, 1, hours * 1_800_000, hours * 3_600_000 - 1])('B6: %i ms into it, its midnight and the next', (ms) => {
    expect(aucklandMidnight(midnight + ms, 0)).toBe(midnight);
    expect(aucklandMidnight(midnight + ms, 1)).toBe(midnight + hours * 3_600_000);
  });

  test('the last millisecond of the day before still belongs to that day', () => {
    expect(aucklandMidnight(midnight - 1, 1)).toBe(midnight);
    expect(dayOf(midnight - 1)).not.toBe(day);
    expect(dayOf(midnight)).toBe(day);
  });
});

test.each([
  ['a time in the spring gap moves forward by the gap', '2026-09-27T02:30:00', '2026-09-27 03:30:00+13:00'],
  ['the first moment of the gap', '2026-09-27T02:00:00', '2026-09-27 03:00:00+13:00'],
  ['the last second before the gap', '2026-09-27T01:59:59', '2026-09-27 01:59:59+12:00'],
  ['the first second after the gap', '2026-09-27T03:00:00', '2026-09-27 03:00:00+13:00'],
  ['a time that occurs twice is the later', '2026-04-05T02:30:00', '2026-04-05 02:30:00+12:00'],
  ['the first moment that occurs twice', '2026-04-05T02:00:00', '2026-04-05 02:00:00+12:00'],
  ['the last second before those', '2026-04-05T01:59:59', '2026-04-05 01:59:59+13:00'],
  ['the first second after those', '2026-04-05T03:00:00', '2026-04-05 03:00:00+12:00'],
])('R8: %s: %s', (_what, wall, text) => {
  expect(formatAuckland(instantOfWallTime(utc(wall)))).toBe(text);
});

test('looking up a clock change first gives the right offset a millisecond before it', () => {
  // no other test uses these years, so nothing is cached
  for (const year of [2151, 2152]) {
    const start = Temporal.PlainDate.from({ year, month: 3, day: 1 }).toZonedDateTime(zone);
    const change = start.getTimeZoneTransition('next')?.epochMilliseconds ?? expect.fail('no change');
    expect(formatAuckland(change)).toMatch(/ 02:00:00\+12:00$/);
    expect(formatAuckland(change - 1)).toMatch(/ 02:59:59\+13:00$/);
  }
});

// half of them within two days of a clock change
const instants = fc.oneof(
  fc.integer({ min: utc('1990-01-01T00:00:00'), max: utc('2101-01-01T00:00:00') }),
  fc
    .tuple(fc.integer({ min: 1990, max: 2099 }), fc.constantFrom(3, 9), fc.integer({ min: -172_800, max: 172_800 }))
    .map(([year, month, seconds]) => {
      const start = Temporal.PlainDate.from({ year, month, day: 20 }).toZonedDateTime(zone);
      return (start.getTimeZoneTransition('next')?.epochMilliseconds ?? 0) + seconds * 1000;
    }),
);

test('R8: text, day, midnight and wall time agree with Temporal, 1990 to 2100', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -100, max: 100 }), (instant, days) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      const plain = moment.toPlainDateTime();
      const seconds = plain.round({ smallestUnit: 'second', roundingMode: 'floor' });
      expect(formatAuckland(instant)).toBe(`${seconds.toString().replace('T', ' ')}${moment.offset}`);
      expect(dayOf(instant)).toBe(moment.toPlainDate().toString());
      expect(wallTime(instant)).toBe(plain.toZonedDateTime('UTC').epochMilliseconds);
      expect(aucklandMidnight(instant, days)).toBe(
        moment.toPlainDate().add({ days }).toZonedDateTime(zone).epochMilliseconds,
      );
      expect(instantOfWallTime(instant)).toBe(
        Temporal.Instant.fromEpochMilliseconds(instant)
          .toZonedDateTimeISO('UTC')
          .toPlainDateTime()
          .toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds,
      );
    }),
    { numRuns: tries(3000, 60_000) },
  );
});

test('no clock change of New Zealand, 1946 to 2200, is near midnight', () => {
  let transition = Temporal.ZonedDateTime.from(`1946-01-02[${zone}]`).getTimeZoneTransition('next');
  let count = 0;
  while (transition !== null && transition.year < 2200) {
    const before = transition.subtract({ nanoseconds: 1 });
    expect([2, 3]).toContain(before.round({ smallestUnit: 'hour', roundingMode: 'ceil' }).toPlainTime().hour);
    expect([2, 3]).toContain(transition.hour);
    count++;
    transition = transition.getTimeZoneTransition('next');
  }
  expect(count).toBeGreaterThan(400);
});
