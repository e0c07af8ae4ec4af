import { expect, test } from 'vitest';
import { groupRings } from './ring-grouping.ts';

/** Clockwise, like an outer ring of a Shapefile. */
function outer(x: number, y: number, side: number): Int32Array {
  return Int32Array.of(x, y, x, y + side, x + side, y + side, x + side, y, x, y);
}

function hole(x: number, y: number, side: number): Int32Array {
  return Int32Array.of(x, y, x + side, y, x + side, y + side, x, y + side, x, y);
}

test('holes are assigned to their outer rings, wherever they are in the list', () => {
  const [west, east] = [outer(0, 0, 100), outer(200, 0, 100)];
  const [inWest, inEast] = [hole(10, 10, 10), hole(210, 10, 10)];
  for (const rings of [
    [west, inWest, east, inEast],
    [west, east, inEast, inWest],
    [inEast, inWest, west, east],
  ]) {
    expect(groupRings(rings)).toEqual([
      [west, inWest],
      [east, inEast],
    ]);
  }
});

test('an island in a lake, with a pond on it', () => {
  const [land, lake, island, pond] = [outer(0, 0, 100), hole(20, 20, 60), outer(30, 30, 40), hole(40, 40, 10)];
  for (const rings of [
    [land, lake, island, pond],
    [island, land, pond, lake],
  ]) {
    expect(groupRings(rings).toSorted((a, b) => Number(a[0]?.[0]) - Number(b[0]?.[0]))).toEqual([
      [land, lake],
      [island, pond],
    ]);
  }
});

test('a hole that touches its outer ring from inside, beside a larger ring around both', () => {
  const [around, small] = [outer(-500, -500, 1000), outer(0, 0, 100)];
  const touching = Int32Array.of(0, 50, 20, 40, 20, 60, 0, 50);
  expect(groupRings([around, small, touching])).toEqual([[around], [small, touching]]);
});

test('a ring with the direction of a hole but inside no other ring is a polygon', () => {
  const alone = hole(500, 500, 10);
  expect(groupRings([outer(0, 0, 100), alone])).toEqual([[outer(0, 0, 100)], [alone]]);
  expect(groupRings([alone])).toEqual([[alone]]);
  expect(groupRings([])).toEqual([]);
});

test('100,000 holes in one ring and 100,000 rings beside them take a few seconds at most', () => {
  const rings = [outer(0, 0, 10_000_000)];
  for (let at = 0; at < 100_000; at++) {
    const [x, y] = [(at % 1000) * 1000 + 10, Math.floor(at / 1000) * 1000 + 10];
    rings.push(hole(x, y, 500), outer(x + 100, y + 100, 50));
  }
  const polygons = groupRings(rings);
  expect(polygons).toHaveLength(100_001);
  expect(polygons[0]).toHaveLength(100_001);
});
