import { describe, expect, test } from 'vitest';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { columnOf, gridX, gridY, levelOf, levels, tileSide, windowOf } from './grid.ts';

/** The tile numbers by the usual formula in degrees, as an independent reference. */
function slippyTile(longitude: number, latitude: number, zoom: number) {
  const wrapped = longitude > 180 ? longitude - 360 : longitude;
  const phi = (latitude * Math.PI) / 180;
  const x = Math.floor(((wrapped + 180) / 360) * 2 ** zoom);
  const y = Math.floor(((1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2) * 2 ** zoom);
  return { x, y };
}

const places: [name: string, longitude: number, latitude: number][] = [
  ['Wellington', 174.7756, -41.2866],
  ['Invercargill', 168.3538, -46.4132],
  ['Cape Reinga', 172.6803, -34.4287],
  ['Waitangi, Chathams', 183.4412, -43.9535],
  ['Greenwich', 0.0000001, 51.4779],
];

describe.each(places)('%s', (_name, longitude, latitude) => {
  test.each([4, 7, 12, 16])('is in the tile of zoom %i that the usual formula gives', (zoom) => {
    const { x, y } = slippyTile(longitude, latitude, zoom);
    const exact = levelOf(16);
    const side = tileSide(exact, zoom);
    expect(columnOf(x, zoom)).toBe(Math.floor(gridX(toUnitX(longitude)) / side));
    expect(y).toBe(Math.floor(gridY(toUnitY(latitude)) / side));
  });
});

test('the grid has 32-bit whole numbers, including latitudes beyond its edges', () => {
  expect([gridX(-1_800_000_000), gridX(1_800_000_000)]).toEqual([0, 2 ** 28]);
  expect([gridY(900_000_000), gridY(0), gridY(-900_000_000)]).toEqual([0, 2 ** 27, 2 ** 28]);
});

test('each zoom is made from its own level or the next finer one', () => {
  const made = Array.from({ length: 13 }, (_, place) => levelOf(place + 4).id);
  expect(made).toEqual([4, 6, 6, 8, 8, 10, 10, 12, 12, 16, 16, 16, 16]);
  expect(levels.map(({ cutZoom }) => cutZoom)).toEqual([12, 12, 10, 8, 6, 4]);
});

test('a piece of a level is a whole number of tiles, or a tile is a whole number of pieces', () => {
  for (const level of levels) {
    expect(tileSide(level, level.cutZoom)).toBe(level.side);
    expect(level.side * 2 ** (level.cutZoom + level.shift)).toBe(2 ** 28);
  }
  expect(tileSide(levelOf(5), 5)).toBe(8192);
  expect(tileSide(levelOf(14), 14)).toBe(16_384);
});

test('half a pixel is an eighth of a 16th of a tile of that zoom', () => {
  expect(levelOf(12).tolerance).toBe(tileSide(levelOf(16), 12) / 512);
  expect(levelOf(4).tolerance).toBe(tileSide(levelOf(16), 4) / 512);
  expect(levelOf(16).tolerance).toBe(0);
});

test('a window has its margin on all sides', () => {
  expect(windowOf(levelOf(5), 5, 30, 20, 64)).toEqual({
    minX: 30 * 8192 - 128,
    minY: 20 * 8192 - 128,
    maxX: 31 * 8192 + 128,
    maxY: 21 * 8192 + 128,
  });
});
