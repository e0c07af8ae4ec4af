import { expect, test } from 'vitest';
import { parseGridPoint, parseMapReference } from './grid-point.ts';
import { parsePlusCode, parseShortPlusCode, pointNear } from './plus-code.ts';

test.each([
  '1748735 5427916',
  '5427916 1748735',
  '1748735, 5427916',
  'E1748735 N5427916',
  'N5427916 E1748735',
  '1748735E 5427916N',
  '1748735mE, 5427916mN',
  '1,748,735 5,427,916',
  '1 748 735, 5 427 916',
  'NZTM 1748735 5427916',
  'NZTM2000: 1748735.0, 5427916.0',
  'Easting 1748735 Northing 5427916',
  '(1748735 5427916)',
  'X: 1748735 Y: 5427916',
])('%j is a point in NZTM2000', (text) => {
  const point = parseGridPoint(text);
  expect(point?.latitude).toBeCloseTo(-41.2865, 4);
  expect(point?.longitude).toBeCloseTo(174.7762, 4);
});

test.each([
  '1748735',
  '1748735 542791',
  '12 Queen Street',
  '5427916 5427916',
  '-41.28, 174.77',
  '0212345678 1234567',
  '',
])('%j is not', (text) => {
  expect(parseGridPoint(text)).toBeUndefined();
});

test('a full Plus Code has a point; a short one needs a place', () => {
  expect(parsePlusCode('4VCPPQ7G+9F')).toEqual({ latitude: -41.286562, longitude: 174.776188 });
  expect(parsePlusCode(' 4vcppq7g+9f ')).toEqual(parsePlusCode('4VCPPQ7G+9F'));
  expect(parsePlusCode('4VCP PQ7G+9F, Wellington')).toEqual(parsePlusCode('4VCPPQ7G+9F'));
  expect(parsePlusCode('PQ7G+9F')).toBeUndefined();
  const short = parseShortPlusCode('pq7g+9f, Wellington');
  expect(short).toEqual({ code: 'PQ7G+9F', near: 'Wellington' });
  expect(short && pointNear(short, { latitude: -41.3, longitude: 174.8 })).toEqual(parsePlusCode('4VCPPQ7G+9F'));
  expect(parseShortPlusCode('PQ7G+9F')).toEqual({ code: 'PQ7G+9F', near: '' });
  for (const text of ['Wellington', '12+34', 'C++', '4VCPPQ7G+9F'])
    expect(parseShortPlusCode(text), text).toBeUndefined();
});

test.each([
  ['BQ31 488 279', -41.2865, 174.7768],
  ['bq31 488279', -41.2865, 174.7768],
  ['BQ31-488-279', -41.2865, 174.7768],
  ['NZ Topo50 map ref: BQ31 488 279', -41.2865, 174.7768],
  ['Topo50 BQ31 4887 2791', -41.2866, 174.7763],
  ['BX24 705 804', -43.5299, 172.6364],
  ['CE17 063 169', -45.8741, 170.5036],
])('%j is a square of a Topo50 map', (text, latitude, longitude) => {
  const point = parseMapReference(text);
  expect(point?.latitude).toBeCloseTo(latitude, 2);
  expect(point?.longitude).toBeCloseTo(longitude, 2);
});

test.each(['BQ31 988 279', 'BI31 488 279', 'AA31 488 279', 'BQ31 48 27', 'BQ31 488 2791', 'BQ31', ''])(
  '%j is not',
  (text) => {
    expect(parseMapReference(text)).toBeUndefined();
  },
);
