import { describe, expect, test } from 'vitest';
import { box, windingAt } from '#tests/models/sample-rings.ts';
import { orientRings, polygonsOf } from './polygons.ts';
import { reversed } from './ring.ts';

const ground = box(0, 0, 100, 100);
const hole = box(20, 20, 80, 80);
const island = box(40, 40, 60, 60);
const beside = box(200, 0, 300, 100);

const orders = [
  [ground, hole, island, beside],
  [island, beside, hole, ground],
  [reversed(ground), hole, reversed(island), beside],
  [ground, reversed(hole), island, reversed(beside)],
  [reversed(beside), reversed(island), reversed(hole), reversed(ground)],
];

describe('N8: inside is even-odd over the rings of a part, in any order and direction', () => {
  test.each(orders)('agrees for order and direction %#', (...rings) => {
    const turned = orientRings(rings);
    expect(turned).toHaveLength(4);
    const windings = [10.5, 30.5, 50.5, 70.5, 90.5, 150.5, 250.5].map((x) => windingAt(turned, x, 50.25));
    expect(windings).toEqual([1, 0, 1, 0, 1, 0, 1]);
  });

  test('a hole that touches its outer ring, at a corner or along an edge, is a hole', () => {
    const touching = Int32Array.of(0, 0, 50, 20, 20, 50);
    const along = box(60, 0, 80, 50);
    const turned = orientRings([ground, touching, along]);
    expect([20.5, 70.5, 90.5].map((x) => windingAt(turned, x, 20.25))).toEqual([0, 0, 1]);
  });

  test('a ring without area is dropped', () => {
    expect(orientRings([ground, Int32Array.of(10, 10, 90, 10, 50, 10)])).toEqual([ground]);
  });
});

test('ten thousand holes in a ring of a hundred thousand vertices take only a few passes over them', () => {
  const side = 1_000_000;
  const coast = new Int32Array(200_000);
  for (let at = 0; at < coast.length; at += 2) {
    const angle = (2 * Math.PI * at) / coast.length;
    coast[at] = Math.round(side + (side - (at % 64)) * Math.cos(angle));
    coast[at + 1] = Math.round(side + (side - (at % 64)) * Math.sin(angle));
  }
  const holes = Array.from({ length: 10_000 }, (_, place) => {
    const west = side / 2 + (place % 100) * 10_000;
    const north = side / 2 + Math.floor(place / 100) * 10_000;
    return box(west, north, west + 5000, north + 5000);
  });
  const turned = orientRings([coast, ...holes]);
  expect(windingAt(turned, side / 2 + 2500.5, side / 2 + 2500.5)).toBe(0);
  expect(windingAt(turned, side / 2 + 7500.5, side / 2 + 7500.5)).toBe(1);
});

describe('polygons', () => {
  const ground = box(0, 0, 100, 100);
  const hole = reversed(box(20, 20, 80, 80));
  const island = box(30, 30, 70, 70);
  const pond = reversed(box(40, 40, 60, 60));

  test('each hole belongs to the smallest ring around it', () => {
    const polygons = polygonsOf([hole, ground, pond, island]);
    expect(polygons.map(({ outer, holes }) => [outer, holes])).toEqual([
      [island, [pond]],
      [ground, [hole]],
    ]);
  });

  test('a smaller area over a corner of a hole does not get the hole', () => {
    const over = box(10, 10, 85, 50);
    const polygons = polygonsOf([over, ground, hole]);
    expect(polygons.find(({ outer }) => outer === ground)?.holes).toEqual([hole]);
  });

  test('a hole around nothing, and a ring without area, are dropped', () => {
    expect(polygonsOf([hole, Int32Array.of(0, 0, 5, 5, 10, 10)])).toEqual([]);
  });
});
