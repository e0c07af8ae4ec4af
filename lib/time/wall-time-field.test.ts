import { expect, test } from 'vitest';
import { parseWallTimeField, sameMinute, wallTimeField } from './wall-time-field.ts';

test.each([
  ['2026-11-20T12:00', '2026-11-20T12:00:00+13:00'],
  ['2026-07-01T00:00', '2026-07-01T00:00:00+12:00'],
])('%s in a field is %s, and back', (text, instant) => {
  expect(parseWallTimeField(text)).toBe(Date.parse(instant));
  expect(wallTimeField(Date.parse(instant))).toBe(text);
});

test('an hour that comes twice is the later one, one that never comes moves forward (R8)', () => {
  expect(parseWallTimeField('2026-04-05T02:30')).toBe(Date.parse('2026-04-05T02:30:00+12:00'));
  expect(parseWallTimeField('2026-09-27T02:30')).toBe(Date.parse('2026-09-27T03:30:00+13:00'));
});

test.each([
  '',
  '2026-02-30T12:00',
  '2026-13-01T12:00',
  '2026-11-20T25:00',
  '2026-11-20',
  '20261120T1200',
  '1999-12-31T23:59',
])('"%s" is no time', (text) => {
  expect(parseWallTimeField(text)).toBeUndefined();
});

test('a field that comes back unchanged changes nothing, not even the seconds', () => {
  const standing = Date.parse('2026-11-20T12:00:34.567+13:00');
  expect(sameMinute(standing, parseWallTimeField(wallTimeField(standing)) ?? null)).toBe(standing);
  const other = Date.parse('2026-11-20T12:01:00+13:00');
  expect(sameMinute(standing, other)).toBe(other);
  expect(sameMinute(standing, null)).toBeNull();
  expect(sameMinute(null, other)).toBe(other);
});
