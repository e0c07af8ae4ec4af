import { describe, expect, test } from 'vitest';
import { addressText, addressTileOf, labelOf, mapSquareOf, mapSquaresIn, parseMapTile } from './map-tile.ts';

const place = { latitude: -41.2866, longitude: 174.7756, isMaori: false, isServed: true };

/** The tile of a point as street maps number them, computed in another way. */
function tileOf(latitude: number, longitude: number, zoom: number) {
  const radians = (latitude * Math.PI) / 180;
  const north = Math.log(Math.tan(radians) + 1 / Math.cos(radians));
  const side = 2 ** zoom;
  return {
    zoom,
    x: Math.floor(((longitude + 180) / 360) * side),
    y: Math.floor(((1 - north / Math.PI) / 2) * side),
  };
}

test.each([
  [-41.2866, 174.7756],
  [-36.8485, 174.7633],
  [-43.95, -176.55],
  [-34.2, 179.9999],
])('the square of %d, %d is within each tile of the point, and in no tile beside it', (latitude, longitude) => {
  const square = mapSquareOf(latitude, longitude);
  for (const zoom of [8, 10, 12, 14, 15, 16]) {
    const tile = tileOf(latitude, longitude, zoom);
    const [from, to] = mapSquaresIn(tile);
    expect(square).toBeGreaterThanOrEqual(from);
    expect(square).toBeLessThanOrEqual(to);
    for (const beside of [
      { ...tile, x: tile.x - 1 },
      { ...tile, y: tile.y + 1 },
    ]) {
      const [first, last] = mapSquaresIn(beside);
      expect(square >= first && square <= last).toBe(false);
    }
  }
});

test.each([
  ['/places/14/16148/10205.json', { zoom: 14, x: 16148, y: 10205 }],
  ['/places/8/0/0.json', { zoom: 8, x: 0, y: 0 }],
  ['/places/8/256/0.json', undefined],
  ['/places/9/1/1.json', undefined],
  ['/places/17/1/1.json', undefined],
])('%s is the tile %j', (path, tile) => expect(parseMapTile(path)).toEqual(tile));

test.each([
  ['Town', 'town'],
  ['Suburb, near Porirua', 'settlement'],
  ['Locality', 'settlement'],
  ['Lake, near Taupō', 'water'],
  ['Bay', 'water'],
  ['Hill, near Lakeside', 'feature'],
])('a %s is written as a %s', (detail, kind) => {
  expect(labelOf({ ...place, name: 'A', detail })[3]).toBe(kind);
});

describe('addresses', () => {
  const at = (name: string) => ({ ...place, name, detail: '' });
  const tile = addressTileOf(['3/12A Rātā Street, Naenae', '14 Rātā Street, Naenae', 'The Wharf, Oban'].map(at), 16);

  test('are divided into numbers and streets, and read together again', () => {
    expect(tile.streets).toEqual(['Rātā Street, Naenae', 'The Wharf, Oban']);
    expect(tile.addresses.map((address) => address.slice(2))).toEqual([
      ['3/12A', 0],
      ['14', 0],
      ['', 1],
    ]);
    expect(tile.addresses.map((address) => addressText(tile, address))).toEqual([
      '3/12A Rātā Street, Naenae',
      '14 Rātā Street, Naenae',
      'The Wharf, Oban',
    ]);
  });

  test('are only points at zoom 15', () => {
    const points = addressTileOf([at('14 Rātā Street')], 15);
    expect(points).toEqual({ streets: [], addresses: [[-41.2866, 174.7756]] });
    expect(points.addresses.map((address) => addressText(points, address))).toEqual(['']);
  });
});
