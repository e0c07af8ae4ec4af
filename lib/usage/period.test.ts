import { describe, expect, test } from 'vitest';
import { formatAuckland } from '#lib/time/auckland.ts';
import { periodKinds, periodOf } from './period.ts';

const noon = Date.parse('2026-11-20T12:34:56+13:00');

test('24 hours end with the current hour', () => {
  const { startsAt, from } = periodOf('24h', noon);
  expect(startsAt).toHaveLength(24);
  expect(formatAuckland(from)).toBe('2026-11-19 13:00:00+13:00');
  expect(formatAuckland(startsAt[23] ?? 0)).toBe('2026-11-20 12:00:00+13:00');
});

test('days are Auckland days, also across daylight saving', () => {
  const { startsAt } = periodOf('90d', noon);
  expect(startsAt).toHaveLength(90);
  const times = new Set(startsAt.map((start) => formatAuckland(start).slice(11)));
  expect([...times]).toEqual(['00:00:00+12:00', '00:00:00+13:00']);
});

describe('an unknown period is 24 hours', () => {
  test.each([undefined, '', '24', '1000d', ['7d']])('%j', (key) => {
    expect(periodOf(key, noon).kind.key).toBe('24h');
  });
});

test.each(periodKinds.map(({ key, length }) => [key, length]))('%s has %i parts in order', (key, length) => {
  const { startsAt } = periodOf(key, noon);
  expect(startsAt).toHaveLength(Number(length));
  expect(startsAt).toEqual([...startsAt].sort((one, other) => one - other));
});
