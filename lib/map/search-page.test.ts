import { expect, test } from 'vitest';
import { pointsIn } from './search-page.ts';

test('a point in the wrong half of the world is offered with the minus that it lacks, first', () => {
  expect(pointsIn('41.28, 174.77')).toEqual([
    { point: { latitude: -41.28, longitude: 174.77 }, note: 'search.point-minus' },
    { point: { latitude: 41.28, longitude: 174.77 }, note: 'search.point' },
  ]);
  expect(pointsIn('174.77, 41.28').map(({ note }) => note)).toEqual(['search.point-minus', 'search.point-swapped']);
});

test('other texts have the point that they say, or none', () => {
  expect(pointsIn('-41.28, 174.77').map(({ note }) => note)).toEqual(['search.point']);
  expect(pointsIn('51.5, -0.1').map(({ note }) => note)).toEqual(['search.point']);
  expect(pointsIn('Wellington')).toEqual([]);
});
