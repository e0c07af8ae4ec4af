import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTypedPoint, southOf } from './typed-point.ts';

const wellington = { latitude: -41.28, longitude: 174.77 };
const minutes = { latitude: -41.2833333, longitude: 174.7666667 };

test.each([
  ['-41.28, 174.77', wellington],
  ['-41.28,174.77', wellington],
  ['  −41.28   174.77 ', wellington],
  ['-41,28; 174,77', wellington],
  ['-41,28, 174,77', wellington],
  ['-41,28 174,77', wellington],
  ['-41.28° / 174.77°', wellington],
  ['-41.28/174.77', wellington],
  ['41.28 S, 174.77 E', wellington],
  ['41.28S 174.77E', wellington],
  ['41.28S174.77E', wellington],
  ['S41.28 E174.77', wellington],
  ['s 41.28, e 174.77', wellington],
  ['geo:-41.28,174.77', wellington],
  ['GPS: -41.28, 174.77', wellington],
  ['GPS coordinates -41.28 174.77', wellington],
  ["41°17'S 174°46'E", minutes],
  ['41°17′ S, 174°46′ E', minutes],
  ['41º17’S 174º46’E', minutes],
  ['41 17 S 174 46 E', minutes],
  ['-41 17, 174 46', minutes],
  ['41°17\'0"S 174°46\'0"E', minutes],
  ['41 17 00 S 174 46 00 E', minutes],
  ['41° 17.0′ S 174° 46.0′ E', minutes],
])('%j is a place', (text, point) => {
  expect(parseTypedPoint(text)).toEqual({ point, isSwapped: false });
});

test.each([
  ['(-41.28, 174.77)', wellington],
  ['[-41.28, 174.77]', wellington],
  ['{"lat": -41.28, "lng": 174.77}', wellington],
  ['lat: -41.28, lon: 174.77', wellington],
  ['Lat -41.28 Long 174.77', wellington],
  ['Latitude: 41.28° S, Longitude: 174.77° E', wellington],
  ['41.28 south, 174.77 east', wellington],
  ['41.28° South 174.77° East', wellington],
  ['POINT(174.77 -41.28)', wellington],
  ['POINT (174.77 -41.28)', wellington],
  ['41 deg 17 min S, 174 deg 46 min E', minutes],
  ['41d17m0s S, 174d46m0s E', minutes],
  ['41:17:00 S 174:46:00 E', minutes],
  ['-41:17:00, 174:46:00', minutes],
  ['‑41.28, 174.77.', wellington],
  ['— 41.28, 174.77;', wellington],
  ['S 41° 17.000′, E 174° 46.000′', minutes],
])('%j is a place too', (text, point) => {
  expect(parseTypedPoint(text)).toEqual({ point, isSwapped: false });
});

test('a minus that is missing is supplied where only then the point is in the area of the service', () => {
  expect(southOf({ latitude: 41.28, longitude: 174.77 })).toEqual(wellington);
  expect(southOf(wellington)).toBeUndefined();
  expect(southOf({ latitude: 51.5, longitude: 0 })).toBeUndefined();
});

test.each(['174.77, -41.28', '174.77E 41.28S', "E174°46.2', S41°16.8'", '174,77; -41,28'])(
  '%j has longitude first, which is recognised',
  (text) => {
    expect(parseTypedPoint(text)).toEqual({ point: wellington, isSwapped: true });
  },
);

test('decimals beyond the seven that the API reads are rounded', () => {
  expect(parseTypedPoint('-41.12345678901, 174.98765432109')?.point).toEqual({
    latitude: -41.1234568,
    longitude: 174.9876543,
  });
});

test.each([
  'Wellington',
  '12 Queen Street',
  '12/45',
  '12A Queen Street, Te Aro 6011',
  '174',
  '-41.28',
  '-41.28, 174.77, 12',
  '-41.28 N, 174.77 E',
  '41.28 N, 174.77 S',
  "41°77'S 174°46'E",
  "41.5°17'S 174°46'E",
  '95, 95',
  '1 2 3',
  '-41.28, 999',
  '',
  '°',
])('%j is not a point', (text) => {
  expect(parseTypedPoint(text)).toBeUndefined();
});

test('every pair of decimals is parsed with any separator; no text crashes', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((units) => units / 1e7);
  fc.assert(
    fc.property(
      degrees(90),
      degrees(180),
      fc.constantFrom(', ', ',', ' ', '; ', '  '),
      (latitude, longitude, between) => {
        const text = `${latitude.toFixed(7)}${between}${longitude.toFixed(7)}`;
        expect(parseTypedPoint(text)?.point).toEqual({ latitude: latitude || 0, longitude: longitude || 0 });
      },
    ),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseTypedPoint(text)));
});
