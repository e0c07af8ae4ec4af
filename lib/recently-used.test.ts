import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

const make = () => new RecentlyUsed<string>(10, (value) => value.length);

test('forgets the least recently used when there is too much', () => {
  const values = make();
  values.keep('a', '1234');
  values.keep('b', '1234');
  expect(values.get('a')).toBe('1234');
  values.keep('c', '1234');
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual(['1234', undefined, '1234']);
});

test('counts a replaced value once', () => {
  const values = make();
  for (let time = 0; time < 5; time++) values.keep('a', '12345678');
  values.keep('b', '12');
  expect([values.get('a'), values.get('b')]).toEqual(['12345678', '12']);
});

test('keeps nothing that is too large by itself', () => {
  const values = make();
  values.keep('a', '12345678901');
  expect(values.get('a')).toBeUndefined();
  values.keep('b', '1234567890');
  expect(values.get('b')).toBe('1234567890');
});
