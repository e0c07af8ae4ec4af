import { expect, test } from 'vitest';
import { RingCollector } from './inner-point.ts';

function innerPointOf(...rings: readonly (readonly (readonly [number, number])[])[]) {
  const collector = new RingCollector();
  collector.begin();
  for (const ring of rings) {
    for (const [x, y] of ring) collector.addPosition(x, y);
    collector.endRing();
  }
  return collector.innerPoint();
}

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
] as const;

test('the point of a suburb is inside it, also of a bent one and of one with a hole', () => {
  expect(innerPointOf(square)).toEqual({ x: 2, y: 2 });
  const bent = [
    [0, 0],
    [10, 0],
    [10, 1],
    [1, 1],
    [1, 9],
    [10, 9],
    [10, 10],
    [0, 10],
  ] as const;
  expect(innerPointOf(bent)).toEqual({ x: 0.5, y: 5 });
  const hole = [
    [1, 1],
    [2, 1],
    [2, 3],
    [1, 3],
  ] as const;
  expect(innerPointOf(square, hole)).toEqual({ x: 3, y: 2 });
});

test('of several parts the largest counts; without a ring there is no point', () => {
  const far = [
    [100, 2],
    [101, 2],
    [101, 3],
    [100, 3],
  ] as const;
  expect(innerPointOf(far, square)).toEqual({ x: 2, y: 2 });
  expect(innerPointOf()).toBeUndefined();
});
