import { expect, test } from 'vitest';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import {
  changedTowns,
  drawnSquares,
  isOnMap,
  keepApart,
  type NamedCell,
  nearestTown,
  pointOfUnits,
  squareCorners,
} from './changed-places.ts';

const side = 8192;

function cell(technology: string, longitude: number, latitude: number, changed: Partial<NamedCell>): NamedCell {
  return {
    technology,
    x: toUnitX(longitude),
    y: toUnitY(latitude),
    side,
    gained: 0,
    lost: 0,
    altered: 0,
    ...changed,
  };
}

test('the nearest town is found by distance on the ground, across 180° to the Chathams too', () => {
  expect(nearestTown({ latitude: -41.3, longitude: 174.7 })).toBe('Wellington');
  // a degree of longitude is shorter than one of latitude
  expect(nearestTown({ latitude: -41.4, longitude: 174.45 })).toBe('Wellington');
  expect(nearestTown({ latitude: -43.95, longitude: -176.55 })).toBe('Masterton');
});

test('changes are added up by technology and town, from north to south, with the place of the largest', () => {
  const changed = changedTowns([
    cell('Fibre', 174.78, -41.29, { gained: 1_000_000, lost: 500_000 }),
    cell('Fibre', 174.76, -36.85, { altered: 250_000 }),
    cell('Fibre', 174.79, -41.28, { gained: 2_000_000 }),
    cell('ADSL', 174.79, -41.28, { lost: 1 }),
  ]);
  expect(changed).toMatchObject([
    { technology: 'Fibre', town: 'Auckland', gained: 0, lost: 0, altered: 0.25 },
    { technology: 'Fibre', town: 'Wellington', gained: 3, lost: 0.5, altered: 0 },
    { technology: 'ADSL', town: 'Wellington', gained: 0, lost: 0.000001, altered: 0 },
  ]);
  expect(changed[1]?.at.latitude).toBeCloseTo(-41.28 + side / 2e7, 9);
  expect(changed[1]?.at.longitude).toBeCloseTo(174.79 + side / 2e7, 9);
});

test('a square is drawn for each kind of change in it', () => {
  const squares = drawnSquares([
    cell('Fibre', 174, -41, { gained: 2, lost: 1 }),
    cell('Fibre', 175, -41, { gained: 1, lost: 2, altered: 1 }),
    cell('Fibre', 176, -41, { altered: 3 }),
  ]);
  expect(squares.get('Fibre')).toEqual({
    gained: [174, 175].flatMap((longitude) => [toUnitX(longitude), toUnitY(-41), side]),
    lost: [174, 175].flatMap((longitude) => [toUnitX(longitude), toUnitY(-41), side]),
    altered: [175, 176].flatMap((longitude) => [toUnitX(longitude), toUnitY(-41), side]),
  });
});

test('units are converted to degrees, past 180° too', () => {
  expect(pointOfUnits({ x: toUnitX(174.5), y: toUnitY(-41.25) })).toEqual({ latitude: -41.25, longitude: 174.5 });
  expect(pointOfUnits({ x: toUnitX(-176.5), y: toUnitY(-44) })).toEqual({ latitude: -44, longitude: 183.5 });
});

test('the map extends half the service area beyond it', () => {
  expect(isOnMap({ latitude: -41, longitude: 184.7 })).toBe(true);
  expect(isOnMap({ latitude: -41, longitude: 184.9 })).toBe(false);
  expect(isOnMap({ latitude: -54.2, longitude: 170 })).toBe(false);
});

test('each square has four corners in degrees', () => {
  const rings = squareCorners([toUnitX(174), toUnitY(-41), 5_000_000, toUnitX(-176), toUnitY(-44), 10_000_000]);
  expect(rings).toEqual([
    [
      [-41, 174],
      [-41, 174.5],
      [-40.5, 174.5],
      [-40.5, 174],
    ],
    [
      [-44, 184],
      [-44, 185],
      [-43, 185],
      [-43, 184],
    ],
  ]);
  expect(squareCorners([])).toEqual([]);
});

test.each([
  [
    'all that are a mark apart',
    [
      [0, 0],
      [22, 0],
      [0, 22],
    ],
    [0, 1, 2],
  ],
  [
    'the first of those that would touch',
    [
      [0, 0],
      [21, 21],
      [10, -5],
      [22, 22],
    ],
    [0, 3],
  ],
  [
    'what only touches a place that was left out',
    [
      [0, 0],
      [15, 0],
      [30, 0],
    ],
    [0, 2],
  ],
] as const)('of places to mark it keeps %s', (_, pixels, kept) => {
  const places = pixels.map((_pixel, at) => at);
  expect(keepApart(places, 22, (at) => ({ x: pixels[at]?.[0] ?? 0, y: pixels[at]?.[1] ?? 0 }))).toEqual(kept);
});
