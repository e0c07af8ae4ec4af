import { describe, expect, test } from 'vitest';
import { clockWords, parseTypedDay, parseTypedWallTime, typedDay, typedWallTime } from './typed-wall-time.ts';

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
