import { expect, test } from 'vitest';
import type { Line } from './land-outline.ts';
import { roundedLine } from './rounded-line.ts';

const corner: Line = [
  [0, 0],
  [0, 0.001],
  [0.001, 0.001],
];

test('an open line keeps its ends, and touches its sides half-way', () => {
  const rounded = roundedLine(corner, false);
  expect([rounded[0], rounded.at(-1)]).toEqual([corner[0], corner[2]]);
  expect(rounded[1]).toEqual([0, 0.0005]);
  expect(rounded.at(-2)).toEqual([0.0005, 0.001]);
  expect(rounded).not.toContainEqual(corner[1]);
});

test('a ring is rounded at every corner, and a repeated end is not one', () => {
  expect(roundedLine([...corner, [0, 0]], true)).toEqual(roundedLine(corner, true));
  expect(roundedLine(corner, true)).toHaveLength(12);
});

test('a corner of long sides, such as one of a square of the map, stays within 0.002 degrees', () => {
  const square: Line = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ];
  for (const [latitude, longitude] of roundedLine(square, true))
    expect(Math.min(...square.map((own) => Math.hypot(own[0] - latitude, own[1] - longitude)))).toBeLessThan(0.0021);
});
