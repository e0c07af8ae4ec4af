import { expect, test } from 'vitest';
import { parseFoundPlaces, pointsIn } from './search.ts';

test('a point in the wrong half of the world is offered with the minus that it lacks, first', () => {
  expect(pointsIn('41.28, 174.77')).toEqual([
    { point: { latitude: -41.28, longitude: 174.77 }, note: 'search.point-minus' },
    { point: { latitude: 41.28, longitude: 174.77 }, note: 'search.point' },
  ]);
  expect(pointsIn('174.77, 41.28').map(({ note }) => note)).toEqual(['search.point-minus', 'search.point-swapped']);
});

test('other texts have the point that they say, or none', () => {
  expect(pointsIn('-41.28, 174.77').map(({ note }) => note)).toEqual(['search.point']);
  expect(pointsIn('51.5, -0.1').map(({ note }) => note)).toEqual(['search.point']);
  expect(pointsIn('Wellington')).toEqual([]);
});

const oban = {
  name: 'Oban',
  detail: 'Village',
  latitude: -46.9,
  longitude: 168.13,
  isMaori: false,
  isServed: true,
};

test('a valid body is parsed', () => {
  const body = { places: [oban], isMeant: true, hasAddresses: false };
  expect(parseFoundPlaces(body)).toEqual(body);
});

test('a point in another form, and the name by which a place was found, are parsed', () => {
  const body = {
    places: [{ ...oban, alias: 'Halfmoon Bay' }],
    isMeant: false,
    hasAddresses: true,
    point: { latitude: -41, longitude: 174 },
    notice: { code: 'number-not-listed', number: '3', street: 'Elgin Terrace', nearest: ['1', '5'] },
  };
  expect(parseFoundPlaces(body)).toEqual(body);
});

test.each([
  null,
  {},
  { places: [oban] },
  { places: [oban], hasAddresses: true },
  { places: 'Oban', isMeant: true, hasAddresses: true },
  { places: [{ ...oban, latitude: '-46.9' }], isMeant: true, hasAddresses: true },
  { places: [{ ...oban, name: undefined }], isMeant: true, hasAddresses: true },
  { places: [{ ...oban, alias: 7 }], isMeant: true, hasAddresses: true },
])('%j is not valid', (body) => {
  expect(parseFoundPlaces(body)).toBeUndefined();
});
