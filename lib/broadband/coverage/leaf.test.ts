import { expect, test } from 'vitest';
import { EdgeCollection } from './edge-collection.ts';
import { offersAt } from './leaf.ts';
import { leavesOf } from './leaves.ts';

const x = -60_000_000;
const y = -410_000_000;
const stored = '00000e02038090a14fc0f2c83ea8a20c0000c09a0ca7a20cbf9a0cca040204bfb80200e8da0e0000c09a0ce7da0e0000bf9a0c';

test('a leaf keeps the bytes it always had', () => {
  const collection = new EdgeCollection();
  collection.add({ offer: 7, rings: [Int32Array.of(x, y, x + 100_500, y, x + 100_500, y + 100_000, x, y)] });
  const [west, east, north] = [x - 20_000, x + 100_500, y + 100_000];
  collection.add({ offer: 300, rings: [Int32Array.of(west, y, east, y, east, north, west, north, west, y)] });
  expect([...leavesOf(collection)].map(({ key, body }) => [key, Buffer.from(body).toString('hex')])).toEqual([
    [0, stored],
  ]);
});

test('a stored leaf gives the offers at its points', () => {
  const body = Buffer.from(stored, 'hex');
  expect(offersAt(0, body, x + 50_000, y + 10)).toEqual([7, 300]);
  expect(offersAt(0, body, x, y + 10)).toEqual([300]);
  expect(offersAt(0, body, x - 20_001, y)).toEqual([]);
});

test('a leaf that ends early is refused', () => {
  const body = Buffer.from(stored, 'hex').subarray(0, -1);
  expect(() => offersAt(0, body, x, y)).toThrow();
});
