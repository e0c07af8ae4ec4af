import { expect, test } from 'vitest';
import { parseFoundPlaces } from './found-places.ts';

const oban = {
  name: 'Oban',
  detail: 'Village',
  latitude: -46.9,
  longitude: 168.13,
  isMaori: false,
  isServed: true,
};

test('a valid body is parsed', () => {
  expect(parseFoundPlaces({ places: [oban], hasAddresses: false })).toEqual({ places: [oban], hasAddresses: false });
});

test('a point in another form, and the name by which a place was found, are parsed', () => {
  const body = {
    places: [{ ...oban, alias: 'Halfmoon Bay' }],
    hasAddresses: true,
    point: { latitude: -41, longitude: 174 },
  };
  expect(parseFoundPlaces(body)).toEqual(body);
});

test.each([
  null,
  {},
  { places: [oban] },
  { places: 'Oban', hasAddresses: true },
  { places: [{ ...oban, latitude: '-46.9' }], hasAddresses: true },
  { places: [{ ...oban, name: undefined }], hasAddresses: true },
  { places: [{ ...oban, alias: 7 }], hasAddresses: true },
])('%j is not valid', (body) => {
  expect(parseFoundPlaces(body)).toBeUndefined();
});
