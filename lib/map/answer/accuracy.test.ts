import { expect, test } from 'vitest';
import { accuracyAtZoom, roundMetres } from './accuracy.ts';

test.each([
  [5, 29_000],
  [12, 230],
  [18, 3.6],
])('at zoom %d in Wellington a point is within about %d m', (zoom, metres) => {
  expect(accuracyAtZoom(-41.29, zoom) / metres).toBeCloseTo(1, 1);
});

test.each([
  [0.2, 1],
  [3.6, 4],
  [12, 20],
  [230, 300],
  [29_400, 30_000],
])('%d m is shown as %d', (metres, said) => {
  expect(roundMetres(metres)).toBe(said);
});
