import { expect, test } from 'vitest';
import { areaCsv } from './area-csv.ts';
import { type AreaShares, formatShare, parseAreaShares } from './area-shares.ts';

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
