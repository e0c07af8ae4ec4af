import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import {
  clockWords,
  parseTypedDay,
  parseTypedDays,
  parseTypedTime,
  parseTypedWallTime,
  sameMinute,
  typedDay,
  typedTime,
  typedWallTime,
} from './typed-time.ts';

describe('a typed time', () => {
  test.each([
    ['20/11/2026 2:05 pm', '2026-11-20T14:05:00+13:00'],
    ['20/11/2026, 2.05pm', '2026-11-20T14:05:00+13:00'],
    ['20/11/2026 14:05', '2026-11-20T14:05:00+13:00'],
    ['20 November 2026, 2:05 p.m.', '2026-11-20T14:05:00+13:00'],
    ['20 Nov 2026 9am', '2026-11-20T09:00:00+13:00'],
    ['1/7/2026 12:00 am', '2026-07-01T00:00:00+12:00'],
    ['1/7/2026 12 PM', '2026-07-01T12:00:00+12:00'],
    ['1.7.2026 0:00', '2026-07-01T00:00:00+12:00'],
    ['2026-11-20T12:00', '2026-11-20T12:00:00+13:00'],
    ['2026-11-20 12:00', '2026-11-20T12:00:00+13:00'],
  ])('%j is %s', (text, instant) => {
    expect(parseTypedTime(text)).toBe(Date.parse(instant));
  });

  test('in the repeated hour is the later one; in the skipped hour it moves forward (R8)', () => {
    expect(parseTypedTime('5/4/2026 2:30 am')).toBe(Date.parse('2026-04-05T02:30:00+12:00'));
    expect(parseTypedTime('27/9/2026 2:30 am')).toBe(Date.parse('2026-09-27T03:30:00+13:00'));
  });

  test.each([
    '',
    '2:05 pm',
    '20/11/2026',
    '20/11/2026 2',
    '20/11/2026 13:05 pm',
    '20/11/2026 0:05 am',
    '20/11/2026 25:00',
    '20/11/2026 12:60',
    '2026-11-20',
    '2026-02-30T12:00',
    '2026-13-01T12:00',
    '2026-11-20T25:00',
    '20261120T1200',
    '1999-12-31T23:59',
  ])('%j is not a time', (text) => {
    expect(parseTypedTime(text)).toBeUndefined();
  });

  test('every minute is read back as it was written', () => {
    // the repeated hour is read as the later one
    const twice = (instant: number) => typedTime(instant) === typedTime(instant + 3_600_000);
    const minutes = fc.integer({ min: Date.UTC(2001) / 60_000, max: Date.UTC(2199) / 60_000 });
    fc.assert(
      fc.property(minutes, (minute) => {
        const instant = minute * 60_000;
        fc.pre(!twice(instant));
        expect(parseTypedTime(typedTime(instant))).toBe(instant);
      }),
      { numRuns: tries(1000, 20_000) },
    );
  });
});

test('a field submitted unchanged changes nothing, not even the seconds', () => {
  const current = Date.parse('2026-11-20T12:00:34.567+13:00');
  expect(sameMinute(current, parseTypedTime(typedTime(current)) ?? null)).toBe(current);
  const other = Date.parse('2026-11-20T12:01:00+13:00');
  expect(sameMinute(current, other)).toBe(other);
  expect(sameMinute(current, null)).toBeNull();
  expect(sameMinute(null, other)).toBe(other);
});

test.each([
  ['2026-11-20', '2026-11-20', '2026-11-20T00:00:00+13:00', '2026-11-21T00:00:00+13:00'],
  ['2026-04-04', '2026-04-05', '2026-04-04T00:00:00+13:00', '2026-04-06T00:00:00+12:00'],
  ['20/11/2026', '20 Nov 2026', '2026-11-20T00:00:00+13:00', '2026-11-21T00:00:00+13:00'],
  ['2028-02-28', '2028-02-29', '2028-02-28T00:00:00+13:00', '2028-03-01T00:00:00+13:00'],
])('days from %s to %s, both included', (first, last, from, until) => {
  expect(parseTypedDays(first, last)).toEqual({ from: Date.parse(from), until: Date.parse(until) });
});

test.each(['', 'yesterday', '2026-13-01', '20261120', '2026-11-20T00:00'])('%j is not a day of a filter', (text) => {
  expect(parseTypedDays(text, text)).toEqual({ from: undefined, until: undefined });
});

describe('a typed day', () => {
  test.each([
    ['23/11/2026', '2026-11-23'],
    ['3/1/2026', '2026-01-03'],
    ['03.01.2026', '2026-01-03'],
    ['23 November 2026', '2026-11-23'],
    ['23 nov 2026', '2026-11-23'],
    ['1 Sept 2026', '2026-09-01'],
    [' 29  february  2028 ', '2028-02-29'],
    ['2026-11-23', '2026-11-23'],
  ])('%j is %s', (text, day) => {
    expect(parseTypedDay(text)).toBe(day);
  });

  // there is no month 13, and a day is never read month first
  test.each([
    '',
    'tomorrow',
    '11/23/2026',
    '30/2/2026',
    '29 February 2027',
    '23/11/26',
    '23/11',
    '23 Nova 2026',
    '23 2026',
    '45/5/2026',
    '0/5/2026',
    '5/0/2026',
    '31/12/1999',
    '1/1/2200',
    '2026-1-2',
    '20261120',
  ])('%j is not a day', (text) => {
    expect(parseTypedDay(text)).toBeUndefined();
  });

  test('is written without leading zeros, and read back', () => {
    expect(typedDay('2026-01-03')).toBe('3/1/2026');
    expect(parseTypedDay(typedDay('2026-01-03'))).toBe('2026-01-03');
  });
});

test('a time is read from a 12-hour or 24-hour clock, and written on a 12-hour clock', () => {
  expect(parseTypedWallTime('23/11/2026 14:05')).toBe('2026-11-23T14:05');
  expect(typedWallTime('2026-11-23T14:05')).toBe('23/11/2026 2:05 pm');
  expect(clockWords(0, 0)).toBe('12:00 am');
  expect(clockWords(12, 30)).toBe('12:30 pm');
});
