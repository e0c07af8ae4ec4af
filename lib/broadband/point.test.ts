import { expect, test } from 'vitest';
import { writeDegrees } from '#lib/map/degrees.ts';
import { degreesText, longitudeOf, parsePoint, SERVICE_BOX, serviceArea, toUnitX, toUnitY } from './point.ts';

const LATITUDE = '-41.28';
const LONGITUDE = '174.77';

test.each([
  ['-41.2865', '174.7762', { x: -52_238_000, y: -412_865_000 }],
  ['-41', '175', { x: -50_000_000, y: -410_000_000 }],
  ['-41.0000001', '174.9999999', { x: -50_000_001, y: -410_000_001 }],
  ['-0041.1', '000174.3', { x: -57_000_000, y: -411_000_000 }],
  [`-${'0'.repeat(50_000)}41`, `${'0'.repeat(50_000)}175`, { x: -50_000_000, y: -410_000_000 }],
])('N8: %.20s, %.20s is the exact point', (latitude, longitude, point) => {
  expect(parsePoint(latitude, longitude)).toEqual({ ok: true, point });
});

const notNumbers = [
  '',
  ' ',
  '-',
  '.',
  '.5',
  '1.',
  '+1',
  '1e3',
  '1E3',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '1,5',
  '1 ',
  ' 1',
  '--1',
  '−41',
  '-41.12345678',
  '-41.1.1',
  '41\n',
  '\n41',
  '٤١',
  '４１',
  '41°',
  '1_0',
  '41/',
  '41%2F',
  `${'0'.repeat(100_000)}x`,
];

test.each(notNumbers)('N2: %.20j is not a number', (text) => {
  expect(parsePoint(text, LONGITUDE)).toEqual({ ok: false, reason: 'not a number', fields: ['latitude'] });
  expect(parsePoint(LATITUDE, text)).toEqual({ ok: false, reason: 'not a number', fields: ['longitude'] });
  expect(parsePoint(text, text)).toEqual({ ok: false, reason: 'not a number', fields: ['latitude', 'longitude'] });
});

test('N1: a text that is not a number is reported before a number outside the box', () => {
  expect(parsePoint('12', '1e3')).toEqual({ ok: false, reason: 'not a number', fields: ['longitude'] });
  expect(parsePoint('x', '12')).toEqual({ ok: false, reason: 'not a number', fields: ['latitude'] });
});

test.each([
  ['-47.5', '166.2', SERVICE_BOX.minX, SERVICE_BOX.minY],
  ['-34.2', '178.6', SERVICE_BOX.maxX, SERVICE_BOX.maxY],
  ['-47.5000000', '178.6000000', SERVICE_BOX.maxX, SERVICE_BOX.minY],
])('N1: the corner %s, %s is inside the box', (latitude, longitude, x, y) => {
  expect(parsePoint(latitude, longitude)).toEqual({ ok: true, point: { x, y } });
});

test.each([
  ['-47.5000001', LONGITUDE, ['latitude']],
  ['-34.1999999', LONGITUDE, ['latitude']],
  ['41.28', LONGITUDE, ['latitude']],
  ['0', LONGITUDE, ['latitude']],
  ['-0', LONGITUDE, ['latitude']],
  [LATITUDE, '166.1999999', ['longitude']],
  [LATITUDE, '178.6000001', ['longitude']],
  [LATITUDE, '-174.77', ['longitude']],
  [LATITUDE, '1747.7', ['longitude']],
  [LONGITUDE, LATITUDE, ['latitude', 'longitude']],
  [`-41${'0'.repeat(100_000)}`, '9'.repeat(100_000), ['latitude', 'longitude']],
])('N1: %.20s, %.20s is outside the box', (latitude, longitude, fields) => {
  expect(parsePoint(latitude, longitude)).toEqual({ ok: false, reason: 'outside', fields });
});

test.each([
  [0, -1_800_000_000],
  [-0, -1_800_000_000],
  [166.2, SERVICE_BOX.minX],
  [178.6, SERVICE_BOX.maxX],
  [179.9999999, -1],
  [180, 0],
  [-180, 0],
  [-179.9999999, 1],
  [-176.5, 35_000_000],
  [183.5, 35_000_000],
  [-0.0000001, 1_799_999_999],
  [360, 1_800_000_000],
  [174.123456749, -58_765_433],
  [174.123456751, -58_765_432],
])('N8: longitude %d is x %d', (longitude, x) => {
  expect(toUnitX(longitude)).toBe(x);
});

test.each([
  [-90, -900_000_000],
  [-47.5, SERVICE_BOX.minY],
  [-34.2, SERVICE_BOX.maxY],
  [0, 0],
  [-0.00000001, 0],
  [90, 900_000_000],
])('N8: latitude %d is y %d', (latitude, y) => {
  expect(toUnitY(latitude)).toBe(y);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -180.1, 360.1])('longitude %d is refused', (longitude) => {
  expect(() => toUnitX(longitude)).toThrow(`A longitude is a number from -180 to 360, not ${longitude}.`);
});

test.each([Number.NaN, Number.NEGATIVE_INFINITY, -90.1, 90.1])('latitude %d is refused', (latitude) => {
  expect(() => toUnitY(latitude)).toThrow(`A latitude is a number from -90 to 90, not ${latitude}.`);
});

test.each([
  [0, '0'],
  [1, '0.0000001'],
  [-1, '-0.0000001'],
  [1_747_700_000, '174.77'],
  [-412_800_001, '-41.2800001'],
  [1_740_000_000, '174'],
])('N3: %d units are written as %s, and read back the same', (units, text) => {
  expect(degreesText(units)).toBe(text);
});

test('N8: every unit in a part of the service area is written and read back the same', () => {
  for (let units = -412_800_100; units < -412_799_900; units++) {
    const longitude = -units + 1_300_000_000;
    const text = {
      latitude: degreesText(units),
      longitude: degreesText(longitudeOf({ x: longitude - 1_800_000_000 })),
    };
    expect(parsePoint(text.latitude, text.longitude)).toEqual({
      ok: true,
      point: { x: longitude - 1_800_000_000, y: units },
    });
  }
});

test('N1: the service area is the box of the specification', () => {
  const { south, north, west, east } = serviceArea;
  expect([south, north, west, east].map(writeDegrees)).toEqual(['-47.5', '-34.2', '166.2', '178.6']);
});
