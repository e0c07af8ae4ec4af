import { expect, test } from 'vitest';
import { EvenOdd } from './even-odd.ts';
import { rectangle, ring } from './sample-shapes.ts';

const bowTie = ring([
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 10],
]);
const square = rectangle(0, 0, 10, 10);
const hole = rectangle(2, 2, 8, 8);
const touchingHole = ring([
  [0, 5],
  [5, 2],
  [5, 8],
]);

type Parts = { offer: number; rings: Int32Array[] }[];

test.each<[string, Parts, [number, number], number[]]>([
  ['inside', [{ offer: 1, rings: [square] }], [5, 5], [1]],
  ['on a vertex', [{ offer: 1, rings: [square] }], [10, 10], [1]],
  ['on an edge', [{ offer: 1, rings: [square] }], [10, 3], [1]],
  ['on a slanted edge', [{ offer: 1, rings: [bowTie] }], [3, 3], [1]],
  ['one unit away', [{ offer: 1, rings: [square] }], [11, 3], []],
  ['on the line of an edge', [{ offer: 1, rings: [square] }], [12, 10], []],
  [
    'in line with two vertices',
    [
      {
        offer: 1,
        rings: [
          ring([
            [0, 0],
            [5, -5],
            [10, 0],
            [5, 5],
          ]),
        ],
      },
    ],
    [-1, 0],
    [],
  ],
  [
    'between two vertices in line',
    [
      {
        offer: 1,
        rings: [
          ring([
            [0, 0],
            [5, -5],
            [10, 0],
            [5, 5],
          ]),
        ],
      },
    ],
    [1, 0],
    [1],
  ],
  ['in the hole', [{ offer: 1, rings: [square, hole] }], [5, 5], []],
  ['on the edge of the hole', [{ offer: 1, rings: [square, hole] }], [2, 5], [1]],
  ['between ring and hole', [{ offer: 1, rings: [square, hole] }], [1, 5], [1]],
  ['where the hole touches', [{ offer: 1, rings: [square, touchingHole] }], [0, 5], [1]],
  ['in a hole that touches', [{ offer: 1, rings: [square, touchingHole] }], [4, 5], []],
  [
    'a hole filled by another part',
    [
      { offer: 1, rings: [square, hole] },
      { offer: 1, rings: [hole] },
    ],
    [5, 5],
    [1],
  ],
  [
    'overlapping parts',
    [
      { offer: 1, rings: [square] },
      { offer: 1, rings: [square] },
    ],
    [5, 5],
    [1],
  ],
  ['rings that cancel out', [{ offer: 1, rings: [square, square] }], [5, 5], []],
  ['a bow-tie’s wing', [{ offer: 1, rings: [bowTie] }], [9, 5], [1]],
  ['beside the bow-tie’s knot', [{ offer: 1, rings: [bowTie] }], [5, 7], []],
  [
    'two offers',
    [
      { offer: 8, rings: [square] },
      { offer: 3, rings: [square] },
    ],
    [5, 5],
    [3, 8],
  ],
])('N8: %s', (_, parts, [x, y], offers) => {
  expect(new EvenOdd(parts).offersAt(x, y)).toEqual(offers);
});

test('N8: a point on an edge is reported as on the edge', () => {
  const reference = new EvenOdd([{ offer: 1, rings: [square, hole] }]);
  expect(reference.isOnEdge(2, 5)).toBe(true);
  expect(reference.isOnEdge(3, 5)).toBe(false);
});
