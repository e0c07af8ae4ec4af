import { expect, test } from 'vitest';
import { stackOf } from './stack.ts';

test('counts add up by start and series; without counts they are zero', () => {
  const counts = [
    { startsAt: 10, series: 'b', count: 2 },
    { startsAt: 20, series: 'a', count: 5 },
    { startsAt: 10, series: 'b', count: 3 },
    { startsAt: 99, series: 'a', count: 7 },
    { startsAt: 99, series: 'c', count: 7 },
  ];
  expect(stackOf([10, 20, 30], counts, ['a', 'b', 'c'])).toEqual({
    series: ['a', 'b'],
    points: [
      { startsAt: 10, values: [0, 5] },
      { startsAt: 20, values: [5, 0] },
      { startsAt: 30, values: [0, 0] },
    ],
  });
});

test('without counts there are no series', () => {
  expect(stackOf([10], [], ['a'])).toEqual({ series: [], points: [{ startsAt: 10, values: [] }] });
});
