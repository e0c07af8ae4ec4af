import { describe, expect, test } from 'vitest';
import { measurablePart, sizeOf } from '#lib/broadband/rectangle.ts';
import { areaAround, areaPage, areaQuery, boxOfArea, parseArea } from './area.ts';

const area = { from: { latitude: -41.3, longitude: 174.7 }, to: { latitude: -41.2, longitude: 174.9 } };

test('two corners are written to an address and read back', () => {
  expect(areaQuery(area)).toBe('from=-41.3,174.7&to=-41.2,174.9');
  expect(areaPage(area, 'mi')).toBe('/area?from=-41.3,174.7&to=-41.2,174.9&lang=mi');
  expect(areaPage(undefined, 'en')).toBe('/area');
  const query = new URLSearchParams(areaQuery(area));
  expect(parseArea(query.get('from'), query.get('to'))).toEqual(area);
});

test('decimals beyond seven are rounded, and a longitude past the date line is wrapped', () => {
  expect(parseArea('-41.28654612999,174', '-43.9,183.5')).toEqual({
    from: { latitude: -41.2865461, longitude: 174 },
    to: { latitude: -43.9, longitude: -176.5 },
  });
});

test.each([null, '', '-41', '-41,', '-41;174', '-41, 174', '91,174', '1e1,2', 'x,y', '-41,174,3'])(
  'a corner %j is not valid',
  (corner) => {
    expect(parseArea(corner, '-41,174')).toBeUndefined();
    expect(parseArea('-41,174', corner)).toBeUndefined();
  },
);

test('the box is the same for any two opposite corners', () => {
  const box = { minX: -53_000_000, maxX: -51_000_000, minY: -413_000_000, maxY: -412_000_000 };
  expect(boxOfArea(area)).toEqual(box);
  expect(boxOfArea({ from: area.to, to: area.from })).toEqual(box);
});

describe('around a centre', () => {
  test.each([
    [-34.5, 10, 20],
    [-41.3, 1, 1],
    [-46.6, 50, 50],
    [-41.3, 0.5, 50],
  ])('at %d° it has the requested width and height: %d × %d km', (latitude, width, height) => {
    const box = boxOfArea(areaAround({ latitude, longitude: 172 }, width, height));
    const size = sizeOf(box);
    expect(Math.abs(size.width / width - 1)).toBeLessThan(0.006);
    expect(Math.abs(size.height / height - 1)).toBeLessThan(0.006);
    expect(measurablePart(box).ok).toBe(true);
  });
});
