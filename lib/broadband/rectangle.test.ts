import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { apiSentence } from '#lib/words/api.ts';
import { SERVICE_BOX, toUnitX, toUnitY } from './point.ts';
import { measurablePart, rectangleArea, unitArea } from './rectangle.ts';

function box(west: number, south: number, east: number, north: number) {
  return { minX: toUnitX(west), minY: toUnitY(south), maxX: toUnitX(east), maxY: toUnitY(north) };
}

describe('a rectangle to measure', () => {
  test.each([
    ['a few kilometres', box(174, -41, 174.1, -40.9)],
    ['50 × 50 km', box(174, -41.225, 174.595, -40.775)],
    ['one unit', { minX: -60_000_000, maxX: -59_999_999, minY: -410_000_000, maxY: -409_999_999 }],
  ])('%s is accepted unchanged, whichever corners are given', (_, given) => {
    expect(measurablePart(given)).toEqual({ ok: true, box: given });
    const turned = { minX: given.maxX, maxX: given.minX, minY: given.maxY, maxY: given.minY };
    expect(measurablePart(turned)).toEqual({ ok: true, box: given });
  });

  test('the part outside the service area is ignored', () => {
    const { minX } = SERVICE_BOX;
    const given = { minX: minX - 100, maxX: minX + 100, minY: -410_000_000, maxY: -409_000_000 };
    expect(measurablePart(given)).toEqual({ ok: true, box: { ...given, minX } });
  });

  test.each([
    ['a line', box(174, -41, 174, -40.9), 'The rectangle has no area: its corners must differ.'],
    ['a point', box(174, -41, 174, -41), 'The rectangle has no area: its corners must differ.'],
    ['too high', box(174, -41, 174.1, -40.5), 'The rectangle is 9 × 56 km; at most 50 × 50 km can be measured.'],
    ['too wide', box(174, -41, 175, -40.9), 'The rectangle is 85 × 12 km; at most 50 × 50 km can be measured.'],
    ['elsewhere', box(-176.6, -44, -176.5, -43.9), 'The rectangle lies outside of the service coverage area.'],
  ])('%s is refused', (_, given, sentence) => {
    const part = measurablePart(given);
    expect(part.ok ? '' : apiSentence({ code: 'area-unmeasurable', ...part })).toBe(sentence);
  });
});

const degree = 10_000_000;

/**
 * Computed by GeographicLib: geodesics between 2,000 points on each parallel, so close to it that the difference is
 * negligible.
 */
function measured(width: number, south: number, north: number): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  const steps = 2000;
  for (let step = 0; step <= steps; step++) polygon.AddPoint(south / degree, (width * step) / steps / degree);
  for (let step = steps; step >= 0; step--) polygon.AddPoint(north / degree, (width * step) / steps / degree);
  return polygon.Compute(false, true).area ?? Number.NaN;
}

test.each([
  ['the service area', 12.4, -47.5, -34.2],
  ['a degree', 1, -41.5, -40.5],
  ['a degree on both sides of the equator', 1, -0.5, 0.5],
  ['a hundredth', 0.01, -36.86, -36.85],
  ['far north', 2, 80, 81],
])('%s has the area that GeographicLib measures', (_, width, south, north) => {
  const square = [width, south, north].map((value) => Math.round(value * degree)) as [number, number, number];
  const area = rectangleArea(...square);
  expect(Math.abs(area / measured(...square) - 1)).toBeLessThan(1e-7);
});

test('half the globe has half the known area of the ellipsoid', () => {
  expect(rectangleArea(360 * degree, 0, 90 * degree) / 1e6).toBeCloseTo(510_065_621.724 / 2, 2);
});

test('the pieces of a rectangle, down to the smallest cell, add up to its area', () => {
  const whole = rectangleArea(512, -410_000_000, -410_000_000 + 512 * 64);
  let pieces = 0;
  for (let row = 0; row < 64; row++) {
    const south = -410_000_000 + row * 512;
    pieces += rectangleArea(512, south, south + 512);
  }
  expect(Math.abs(pieces / whole - 1)).toBeLessThan(1e-9);
});

test.each([-475_000_000, -410_000_000, 0, 600_000_000])(
  'the area of a square unit at %d is the limit of small rectangles',
  (y) => {
    expect(Math.abs((unitArea(y) * 1e6) / rectangleArea(1000, y - 500, y + 500) - 1)).toBeLessThan(1e-7);
  },
);
