import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, pointsOfCsv } from './asked-points.ts';

function read(text: string): unknown {
  const points = pointsOfCsv(text);
  if ('code' in points) return points;
  return Array.from({ length: points.count }, (_, place) => points.textsOf(place));
}

const both = [
  { y: '-41.28', x: '174.78' },
  { y: '-36.85', x: '174.76' },
];

test.each<[title: string, text: string]>([
  ['without names', '-41.28,174.78\n-36.85,174.76\n'],
  ['names', 'lat,lng\n-41.28,174.78\n-36.85,174.76\n'],
  ['names in quotation marks', '"lat","lng"\n-41.28,174.78\n-36.85,174.76\n'],
  ['values in quotation marks', 'lat,long\n"-41.28","174.78"\n"-36.85","174.76"\n'],
  ['the other order', 'lng,lat\n174.78,-41.28\n174.76,-36.85\n'],
  ['mathematical names', 'y,x\n-41.28,174.78\n-36.85,174.76'],
  ['semicolons', 'Latitude;Longitude\r\n-41.28;174.78\r\n-36.85;174.76\r\n'],
  ['semicolons as Excel declares them', '\ufeffsep=;\r\nlat;lon\r\n-41.28;174.78\r\n-36.85;174.76\r\n'],
  ['tabs without names', '-41.28\t174.78\n-36.85\t174.76\n'],
  ['an empty line before the names', '\nlat,lng\n-41.28,174.78\n-36.85,174.76\n'],
  ['other columns', 'id,lat,lng\n1,-41.28,174.78\n2,-36.85,174.76\n'],
])('a bulk request in CSV is read as people write it: %s', (_, text) => {
  expect(read(text)).toEqual(both);
});

test('a faulty line is a fault in its place', () => {
  const fault = { code: 'not-a-line-of-two' };
  expect(read('lat,lng\n1\n\n1,2,3\n1,2\n')).toEqual([fault, fault, fault, { y: '1', x: '2' }]);
  expect(read('lat,lng\n')).toEqual({ code: 'no-points' });
});

test.each([
  [0, '0'],
  [-0, '0'],
  [174.05, '174.05'],
  [-41, '-41'],
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
  [1e21, '1000000000000000000000'],
  [-1.25e22, '-12500000000000000000000'],
])('%d is written %s', (value, text) => expect(decimalText(value)).toBe(text));

test('a number never has an exponent and is read back as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(decimalText(value)).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(decimalText(value))).toBe(value + 0);
    }),
  );
});
