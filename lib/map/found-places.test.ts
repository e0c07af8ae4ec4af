import { expect, test } from 'vitest';
import { parseFoundPlaces } from './found-places.ts';

const oban = {
  ...{ name: 'Oban', detail: 'Village', latitude: -46.9, longitude: 168.13 },
  ...{ isMaori: false, isServed: true },
};

test('a valid body is parsed', () => {
  expect(parseFoundPlaces({ places: [oban], hasAddresses: false })).toEqual({ places: [oban], hasAddresses: false });
});

test.each([
  null,
  {},
  { places: [oban] },
  { places: 'Oban', hasAddresses: true },
  { places: [{ ...oban, latitude: '-46.9' }], hasAddresses: true },
  { places: [{ ...oban, name: undefined }], hasAddresses: true },
])('%j is not valid', (body) => {
  expect(parseFoundPlaces(body)).toBeUndefined();
});
