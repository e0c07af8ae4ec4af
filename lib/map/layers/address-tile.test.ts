import { expect, test } from 'vitest';
import { parseAddressTile, shortStreet, streetLine } from './address-tile.ts';

const along = (dx: number, dy: number) =>
  Array.from({ length: 9 }, (_, at) => ({ x: 100 + (at - 4) * dx, y: 50 + (at - 4) * dy }));

test.each([
  ['a street to the east', along(10, 0), 0],
  ['a street to the south-east', along(10, 10), Math.PI / 4],
  ['a street to the north-east', along(-10, 10), -Math.PI / 4],
])('the name of %s is written along it, from left to right', (_street, houses, angle) => {
  const line = streetLine(houses);
  expect(line.angle).toBeCloseTo(angle);
  expect([line.x, line.y]).toEqual([100, 50]);
  expect(line.length).toBeCloseTo(
    Math.hypot((houses[8]?.x ?? 0) - (houses[0]?.x ?? 0), (houses[8]?.y ?? 0) - (houses[0]?.y ?? 0)),
  );
});

test('a street is written without its suburb', () => {
  expect(shortStreet('Rātā Street, Naenae, Lower Hutt')).toBe('Rātā Street');
});

test('what is not a tile of addresses is refused, and damaged addresses are left out', () => {
  expect(parseAddressTile({ addresses: [] })).toBeUndefined();
  expect(parseAddressTile(null)).toBeUndefined();
  const tile = {
    streets: ['Rātā Street'],
    addresses: [
      [-41, 174, '12', 0],
      [-41, 174],
      ['x', 1],
      [-41, 174, 5, 0],
    ],
  };
  expect(parseAddressTile(tile)?.addresses).toEqual([
    [-41, 174, '12', 0],
    [-41, 174],
  ]);
});
