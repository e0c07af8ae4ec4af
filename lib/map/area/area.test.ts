import { describe, expect, test } from 'vitest';
import { measurablePart, sizeOf } from '#lib/broadband/rectangle.ts';
import {
  type AreaShares,
  areaAround,
  areaPage,
  areaQuery,
  boxOfArea,
  formatShare,
  parseArea,
  parseAreaShares,
} from './area.ts';
import { areaCsv } from './area-csv.ts';

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

const shares: AreaShares = {
  version: 7,
  south: -41.3,
  west: 174.7,
  north: -41.2,
  east: 174.9,
  square_kilometres: 186.5,
  is_clipped: false,
  technologies: [
    { technology: 'Fibre', available: 0.25, underway: 0.125, planned: 0 },
    { technology: '=SUM("x")', available: 0, underway: 0, planned: 0 },
  ],
};

test('a complete body is parsed, an incomplete one is not', () => {
  expect(parseAreaShares(JSON.parse(JSON.stringify(shares)))).toEqual(shares);
  expect(parseAreaShares({ ...shares, version: null })?.version).toBeNull();
  for (const body of [
    null,
    [],
    'x',
    {},
    { ...shares, version: 'x' },
    { ...shares, technologies: [{}] },
    { ...shares, east: null },
    { ...shares, is_clipped: 1 },
  ]) {
    expect(parseAreaShares(body)).toBeUndefined();
  }
});

test('a share has one decimal', () => {
  expect([0, 0.31249, 1].map(formatShare)).toEqual(['0.0\u00a0%', '31.2\u00a0%', '100.0\u00a0%']);
});

test('the CSV has a complete line for each technology and availability, without formulas', () => {
  const [head, ...lines] = areaCsv(shares).split('\r\n');
  expect(head?.split(',')).toHaveLength(10);
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe('Fibre,Available,46.625,25,186.5,-41.3,174.7,-41.2,174.9,7');
  expect(lines[3]).toBe(`"'=SUM(""x"")",Available,0,0,186.5,-41.3,174.7,-41.2,174.9,7`);
  expect(lines.at(-1)).toBe('');
});
