import { expect, test } from 'vitest';
import { clockAndDay, dayWords, shortDay, shortTime, timeWords } from './date-words.ts';

const at = (text: string) => Date.parse(text);

test('days and times read as New Zealanders write them', () => {
  expect(dayWords('2026-11-03')).toBe('3 November 2026');
  expect(timeWords(at('2026-11-23T14:05:59+13:00'))).toBe('23 November 2026, 2:05 pm');
  expect(clockAndDay(at('2026-11-23T14:05:59+13:00'))).toBe('2:05 pm on 23 November 2026');
  expect(timeWords(at('2026-07-01T00:00:00+12:00'))).toBe('1 July 2026, 12:00 am');
  expect(timeWords(at('2026-07-01T12:00:00+12:00'))).toBe('1 July 2026, 12:00 pm');
});

test('tables have the short form', () => {
  expect(shortDay('2026-11-03')).toBe('3 Nov 2026');
  expect(shortDay('2026-09-30')).toBe('30 Sep 2026');
  expect(shortTime(at('2026-11-23T14:05:09+13:00'))).toBe('23 Nov 2026 14:05');
  expect(shortTime(at('2026-06-30T23:59:07+12:00'), { withSeconds: true })).toBe('30 Jun 2026 23:59:07');
});
