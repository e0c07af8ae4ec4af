import { expect, test } from 'vitest';
import { exportedPolygons } from '#lib/broadband/export/exported-polygons.ts';
import type { ExportedOffer } from '#lib/broadband/export/exported-version.ts';
import { evenOddArea } from '#lib/broadband/import/areas/sliver.ts';
import { areSeparate } from '#lib/shapes/simple-rings.ts';
import { rectangle, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { AreaCutter } from './area-cutter.ts';

const offer = {} as ExportedOffer;
const cut = (area: readonly (readonly Int32Array[])[], rings: readonly Int32Array[]) =>
  [...new AreaCutter(area).cut([{ offer, rings }])].map((part) => part.rings);

const square = rectangle(0, 0, 100, 100);

test('a polygon within the area stays as it is', () => {
  const [found] = cut([[rectangle(-50, -50, 200, 200)]], [square]);
  expect(found?.[0]).toBe(square);
});

test.each([
  ['beside it', rectangle(200, 0, 300, 100)],
  ['that shares only a side with it', rectangle(100, 0, 200, 100)],
  ['in whose hole it lies', rectangle(-900, -900, -800, -800)],
])('nothing of a polygon is in an area %s', (_, area) => expect(cut([[area]], [square])).toEqual([]));

test('a polygon in a hole of the area is not in the area', () => {
  expect(cut([[rectangle(-500, -500, 500, 500), rectangle(-50, -50, 200, 200)]], [square])).toEqual([]);
});

test('an area within the polygon is what they share, with the holes of the polygon', () => {
  const [found, ...others] = cut([[square]], [rectangle(-500, -500, 500, 500), rectangle(10, 10, 20, 20)]);
  expect(others).toEqual([]);
  expect(found?.map((ring) => evenOddArea([ring]))).toEqual([10_000, 100]);
});

test('two parts of an area that overlap are one area', () => {
  const found = cut([[rectangle(-10, 0, 60, 100)], [rectangle(40, 0, 110, 100)]], [square]);
  expect(found.map(evenOddArea)).toEqual([10_000]);
});

/** Of what several areas share, as square units: what is in one or the other is taken from the sum of both. */
function sharedArea(area: readonly Int32Array[], polygon: readonly Int32Array[]): number {
  // inside an odd number of rings: in exactly one of the two
  const inOne = evenOddArea([...area, ...polygon]);
  return (evenOddArea(area) + evenOddArea(polygon) - inOne) / 2;
}

const lengthOf = (rings: readonly Int32Array[]) => rings.flatMap(lengths).reduce((sum, length) => sum + length, 0);

test('of any shape the parts in any area are valid, and as large as what both share', () => {
  const random = seededRandom(11);
  const shapes = Object.values(SHAPES);
  let shared = 0;
  for (let round = 0; round < tries(150, 5000); round++) {
    const frame = { x: 5000, y: -7000, step: 50, reach: 40 };
    const drawOne = () => shapes[random(0, shapes.length - 1)]?.(random, frame)[0] ?? [];
    const [area, polygon] = [drawOne(), drawOne()];
    const isUsable = (rings: readonly Int32Array[]) =>
      rings.length > 0 && rings.every((each) => each.length >= 8 && each.every((value) => Math.abs(value) < 1_000_000));
    if (!isUsable(area) || !isUsable(polygon)) continue;
    const cutter = new AreaCutter([area]);
    const parts = exportedPolygons(polygon).map((rings) => ({ offer, rings }));
    const found = [...cutter.cut(parts)].map(({ rings }) => rings);
    for (const rings of found) for (const ring of rings) expect(areSeparate([ring])).toBe(true);
    const size = found.reduce((sum, rings) => sum + evenOddArea(rings), 0);
    const expected = sharedArea(area, polygon);
    // each border may be moved by two units
    expect(Math.abs(size - expected)).toBeLessThanOrEqual(2 * lengthOf([...area, ...polygon]));
    if (expected > 4 * lengthOf([...area, ...polygon])) shared++;
  }
  expect(shared).toBeGreaterThan(10);
});

function lengths(ring: Int32Array): number[] {
  return Array.from({ length: ring.length / 2 - 1 }, (_, at) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = ring.subarray(at * 2, at * 2 + 4);
    return Math.hypot(bx - ax, by - ay);
  });
}
