import { describe, expect, test } from 'vitest';
import { sayIn } from '#lib/messages/catalogue.ts';
import {
  accuracyAtZoom,
  decimalsAtZoom,
  formatPoint,
  roundMetres,
  roundPoint,
  wrapLongitude,
  writeDegrees,
} from './degrees.ts';

describe('wrapping', () => {
  test.each([
    [174.7756, 174.7756],
    [534.5, 174.5],
    [-185.5, 174.5],
    [-545.5, 174.5],
    [183.5, -176.5],
    [180, -180],
    [-180, -180],
    [0, 0],
  ])('%d is %d', (given, wrapped) => {
    expect(wrapLongitude(given)).toBeCloseTo(wrapped, 9);
  });
});

describe('N2: the path text', () => {
  test.each([
    [-41.2866, '-41.2866'],
    [174.77563499999999, '174.775635'],
    [-41.123456789, '-41.1234568'],
    [174, '174'],
    [170.5, '170.5'],
    [100, '100'],
    [1e-9, '0'],
    [-1e-9, '0'],
    [-0, '0'],
  ])('%d is written %s', (degrees, text) => {
    expect(writeDegrees(degrees)).toBe(text);
    expect(text).toMatch(/^-?\d+(\.\d{1,7})?$/);
  });
});

describe('rounding', () => {
  test.each([
    [4, 2],
    [5.5, 2],
    [9, 3],
    [12, 4],
    [19, 6],
    [40, 7],
    [-5, 0],
  ])('at zoom %d the map shows %d decimals', (zoom, decimals) => {
    expect(decimalsAtZoom(zoom)).toBe(decimals);
  });

  test('keeps this number of decimals, at most 7', () => {
    const point = { latitude: -41.123456789, longitude: 174.987654321 };
    expect(roundPoint(point, 3)).toEqual({ latitude: -41.123, longitude: 174.988 });
    expect(roundPoint(point, 9)).toEqual({ latitude: -41.1234568, longitude: 174.9876543 });
  });
});

test.each([
  [-41.2866, 174.7756, '41.2866°\u00a0S, 174.7756°\u00a0E'],
  [-43.9, -176.5, '43.9°\u00a0S, 176.5°\u00a0W'],
  [12, 0, '12°\u00a0N, 0°\u00a0E'],
])('%d, %d is shown as %s', (latitude, longitude, text) => {
  expect(formatPoint(sayIn('en'), { latitude, longitude })).toBe(text);
});

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
