import { expect, test } from 'vitest';
import { evenOddArea } from '#lib/broadband/import/areas/sliver.ts';
import { areSeparate } from '#lib/shapes/simple-rings.ts';
import { rectangle, ring, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { exportedPolygons } from './exported-polygons.ts';

const outer = rectangle(0, 0, 100, 100);
const hole = rectangle(10, 10, 30, 30);

test.each([
  ['a ring', [outer]],
  ['a ring with holes', [outer, hole, rectangle(50, 50, 60, 60)]],
  [
    'a ring in the other direction',
    [
      ring([
        [0, 0],
        [0, 90],
        [70, 0],
      ]),
    ],
  ],
])('a valid part stays as it is: %s', (_, rings) => {
  expect(exportedPolygons(rings)).toEqual([rings]);
});

test('a bow-tie becomes two polygons', () => {
  const bowTie = ring([
    [0, 0],
    [100, 100],
    [100, 0],
    [0, 100],
  ]);
  const polygons = exportedPolygons([bowTie]);
  expect(polygons.map((rings) => rings.map((each) => each.length / 2))).toEqual([[4], [4]]);
  expect(polygons.flat().map((each) => evenOddArea([each]))).toEqual([2500, 2500]);
});

test.each([
  [
    'a hole beside the outer ring',
    [outer, rectangle(200, 0, 300, 100)],
    [
      [1, 0],
      [1, 0],
    ],
  ],
  [
    'an island in a hole',
    [outer, hole, rectangle(15, 15, 20, 20)],
    [
      [1, 1],
      [1, 0],
    ],
  ],
  ['a hole before its outer ring', [hole, outer], [[1, 1]]],
  [
    'a hole that touches the outer ring at a point',
    [
      outer,
      ring([
        [0, 50],
        [30, 40],
        [30, 60],
      ]),
    ],
    [[1, 1]],
  ],
  ['a hole over a part of the outer ring', [outer, rectangle(0, 40, 50, 60)], [[1, 0]]],
  ['a ring twice', [outer, outer.slice()], []],
])('%s: every polygon has its outer ring first and its holes inside', (_, rings, expected) => {
  const found = exportedPolygons(rings);
  const shape = found.map((polygon) => [1, polygon.length - 1]);
  expect(shape.toSorted()).toEqual(expected.toSorted());
});

test('the polygons of any shape are valid and have its even-odd area', () => {
  const random = seededRandom(9);
  const frame = { x: 5000, y: -7000, step: 100, reach: 40 };
  for (let round = 0; round < tries(20, 400); round++) {
    for (const draw of Object.values(SHAPES)) {
      for (const rings of draw(random, frame)) {
        if (rings.some((each) => each.length < 8 || each.some((value) => Math.abs(value) > 1_000_000))) continue;
        const polygons = exportedPolygons(rings);
        for (const polygon of polygons) for (const each of polygon) expect(areSeparate([each])).toBe(true);
        const length = rings.flatMap(lengths).reduce((sum, each) => sum + each, 0);
        const area = polygons.reduce((sum, polygon) => sum + netArea(polygon), 0);
        expect(Math.abs(area - evenOddArea(rings))).toBeLessThanOrEqual(length);
      }
    }
  }
});

/** The area of the first ring minus those of the others, as programs that trust the order compute it. */
function netArea([first, ...holes]: readonly Int32Array[]): number {
  if (first === undefined) return 0;
  return evenOddArea([first]) - holes.reduce((sum, each) => sum + evenOddArea([each]), 0);
}

function lengths(each: Int32Array): number[] {
  return Array.from({ length: each.length / 2 - 1 }, (_, at) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = each.subarray(at * 2, at * 2 + 4);
    return Math.hypot(bx - ax, by - ay);
  });
}
