import { expect, test } from 'vitest';
import { isAt, publicPaths } from '#lib/http/public-paths.ts';
import { parseTilePath } from './tile-address.ts';

const isTilePath = isAt(publicPaths.tile);

test.each([
  ['/tiles/1/4/15/9.png', { setId: 1, z: 4, x: 15, y: 9, format: 'png' }],
  ['/tiles/12/16/64582/40793@2x.png', { setId: 12, z: 16, x: 64_582, y: 40_793, format: 'png@2x' }],
  ['/tiles/5/10/0/0.mvt', { setId: 5, z: 10, x: 0, y: 0, format: 'mvt' }],
  ['/tiles/5/16/65535/65535.mvt', { setId: 5, z: 16, x: 65_535, y: 65_535, format: 'mvt' }],
])('%s is a tile', (path, address) => {
  expect(parseTilePath(path)).toEqual(address);
});

test.each([
  ['a zoom below 4', '/tiles/1/3/7/4.png'],
  ['a zoom above 16', '/tiles/1/17/0/0.png'],
  ['a column that is not on the map', '/tiles/1/4/16/9.png'],
  ['a row that is not on the map', '/tiles/1/4/15/16.png'],
  ['a leading zero', '/tiles/1/04/15/9.png'],
  ['another leading zero', '/tiles/1/4/015/9.png'],
])('%s is not a tile', (_title, path) => {
  expect(isTilePath(path)).toBe(true);
  expect(parseTilePath(path)).toBeUndefined();
});

test.each([
  '/tiles/0/4/15/9.png',
  '/tiles/01/4/15/9.png',
  '/tiles/1/4/15/9',
  '/tiles/1/4/15/9.jpg',
  '/tiles/1/4/15/9@2x.mvt',
  '/tiles/1/4/15/9@3x.png',
  '/tiles/1/4/-1/9.png',
  '/tiles/1/4/1e1/9.png',
  '/tiles/1/4/15/9.png/',
  '/tiles/1.json',
  '/tiles',
])('%s does not have the form of a tile', (path) => {
  expect(isTilePath(path)).toBe(false);
  expect(parseTilePath(path)).toBeUndefined();
});
