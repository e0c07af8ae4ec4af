import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packLand } from '#scripts/pack-land.ts';
import {
  type Line,
  type PackedLand,
  parsePackedLand,
  parsePackedSquare,
  squaresIn,
  unpackLand,
  unpackSquare,
} from './land-outline.ts';

const folder = new URL('../../../public/land/', import.meta.url);
const outline = readFileSync(new URL('nz.json', folder), 'utf8');
const land = parsePackedLand(JSON.parse(outline)) as PackedLand;
const names = readdirSync(new URL('squares/', folder)).map((file) => file.replace(/\.json$/, ''));

function squareAt(latitude: number, longitude: number) {
  const [name = ''] = squaresIn({ west: longitude, east: longitude + 1e-9, south: latitude, north: latitude + 1e-9 });
  const square = parsePackedSquare(JSON.parse(readFileSync(new URL(`squares/${name}.json`, folder), 'utf8')));
  if (square === undefined) throw new Error(`The square ${name} is not valid.`);
  return unpackSquare(square);
}

/** Whether a point is in an odd number of rings. */
function isIn(rings: readonly Line[], latitude: number, longitude: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    ring.forEach(([y, x], at) => {
      const [beforeY, beforeX] = ring.at(at - 1) ?? [y, x];
      if (y > latitude === beforeY > latitude) return;
      if (longitude < x + ((beforeX - x) * (latitude - y)) / (beforeY - y)) isInside = !isInside;
    });
  }
  return isInside;
}

describe('the overview', () => {
  test('is small enough for a first view', () => {
    expect(Buffer.byteLength(outline)).toBeLessThanOrEqual(60_000);
  });

  test.each([
    ['Cape Rēinga', -34.42, 172.68],
    ['East Cape', -37.69, 178.55],
    ['Te Ika-a-Māui, the south end', -41.61, 175.29],
    ['Te Waipounamu, the west end', -45.9, 166.47],
    ['Rakiura Stewart Island, the south end', -47.28, 167.53],
    ['Aotea Great Barrier Island', -36.2, 175.4],
    ['Rēkohu Chatham Island', -43.95, 183.45],
  ])('reaches %s', (_place, latitude, longitude) => {
    const nearest = Math.min(
      ...unpackLand(land)
        .flat()
        .map(([lat, lng]) => Math.hypot(lat - latitude, lng - longitude)),
    );
    expect(nearest).toBeLessThan(0.12);
  });

  test('names every square that has details', () => {
    expect([...(land.squares ?? [])].sort()).toEqual(names.toSorted());
  });
});

describe('the squares', () => {
  test('are 6 MB together, and 140 KB each, at most', () => {
    const sizes = names.map((name) => statSync(new URL(`squares/${name}.json`, folder)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(140_000);
  });

  test.each([
    ['Wellington', -41.2866, 174.7756, true],
    ['Wellington Harbour', -41.27, 174.85, false],
    ['Auckland', -36.8485, 174.7633, true],
    ['Waitematā Harbour', -36.8325, 174.78, false],
    ['Rangitoto', -36.787, 174.86, true],
    ['Cook Strait', -41.3, 174.5, false],
    ['Akaroa', -43.8037, 172.968, true],
    ['Akaroa Harbour', -43.83, 172.93, false],
    ['Milford Sound, the village', -44.6714, 167.93, true],
    ['Rēkohu Chatham Island', -44.05, 183.456, true],
    ['the sea west of Rēkohu', -43.95, 183.1, false],
    ['Oban', -46.8987, 168.1267, true],
    ['inland, on the border of two squares', -43.9999, 170.5, true],
  ])('%s is on the right side of the coast', (_place, latitude, longitude, isLand) => {
    expect(isIn(squareAt(latitude, longitude).land, latitude, longitude)).toBe(isLand);
  });

  test.each([
    ['Taupō', -38.8, 175.9],
    ['Te Anau', -45.2, 167.75],
    ['Pūkaki', -44.07, 170.17],
  ])('Lake %s is a lake', (_lake, latitude, longitude) => {
    expect(isIn(squareAt(latitude, longitude).lakes, latitude, longitude)).toBe(true);
  });

  test('borders between squares are no coast', () => {
    const coast = squareAt(-43.9999, 170.5).coast.flat();
    const along = coast.filter(([latitude], at) => latitude === -44 && coast[at - 1]?.[0] === -44);
    expect(along).toEqual([]);
  });
});

describe('packing', () => {
  test('returns the points on the grid, latitude first, without the closing one', () => {
    const ring = [
      [174.7756, -41.2866],
      [174.9, -41.2866],
      [174.9, -41.1],
      [174.7756, -41.2866],
    ] as const;
    const packed = packLand([ring], 1000);
    expect(packed).toEqual({ stepsPerDegree: 1000, islands: [[174776, -41287, 124, 0, 0, 187]] });
    expect(unpackLand(packed)).toEqual([
      [
        [-41.287, 174.776],
        [-41.287, 174.9],
        [-41.1, 174.9],
      ],
    ]);
  });

  test('drops points that coincide on the grid', () => {
    const ring = [
      [1, 1],
      [1.0001, 1],
      [2, 2],
      [1, 1],
    ] as const;
    expect(packLand([ring], 1000).islands).toEqual([[1000, 1000, 1000, 1000]]);
  });

  test.each([
    ['nothing', null],
    ['a text', 'nz'],
    ['no islands', { stepsPerDegree: 1000 }],
    ['a grid of zero', { stepsPerDegree: 0, islands: [] }],
    ['a text among the numbers', { stepsPerDegree: 1000, islands: [[1, '2']] }],
  ])('refuses %s', (_what, value) => {
    expect(parsePackedLand(value)).toBeUndefined();
    expect(parsePackedSquare(value)).toBeUndefined();
  });
});
