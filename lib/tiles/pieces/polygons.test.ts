import { expect, test } from 'vitest';
import { box } from '#tests/models/sample-rings.ts';
import { polygonsOf } from './polygons.ts';
import { reversed } from './ring.ts';

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
