import { expect, test } from 'vitest';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { rectangle } from '#tests/models/sample-shapes.ts';
import { evenOddArea, isSliver } from './sliver.ts';

const x = -60_000_000;
const y = -410_000_000;

// at 41° S a unit is 11.1 mm northward and 8.4 mm eastward
test.each<[string, Int32Array[], boolean]>([
  ['half a metre by half a metre', [rectangle(x, y, x + 60, y + 45)], true],
  ['1.1 m by 1.1 m', [rectangle(x, y, x + 131, y + 99)], false],
  ['0.9 m by 1.1 m', [rectangle(x, y, x + 107, y + 99)], true],
  ['a kilometre, half a millimetre wide', [rectangle(x, y, x + 120_000, y)], true],
  ['a kilometre by 11 mm', [rectangle(x, y, x + 120_000, y + 1)], false],
  [
    'one filled by its hole, but for 2 cm at one side',
    [rectangle(x, y, x + 500, y + 500), rectangle(x, y, x + 498, y + 500)],
    true,
  ],
  ['the same, but for 20 cm', [rectangle(x, y, x + 500, y + 500), rectangle(x, y, x + 476, y + 500)], false],
  ['a bow-tie of 100 m², whose halves cancel', [bowTie(1200)], false],
  ['a bow-tie of half a square metre', [bowTie(90)], true],
  ['nothing', [], false],
])('%s', (_, rings, sliver) => {
  expect(isSliver(rings)).toBe(sliver);
  expect(isSliver(rings.map(reversed))).toBe(sliver);
});

function reversed(ring: Int32Array): Int32Array {
  const positions = Array.from({ length: ring.length / 2 }, (_, at) => ring.slice(at * 2, at * 2 + 2));
  return Int32Array.from(positions.reverse().flatMap((position) => [...position]));
}

/** A ring that crosses itself in the middle: two triangles, each a quarter of a square with this side. */
function bowTie(side: number): Int32Array {
  return Int32Array.of(x, y, x + side, y + side, x + side, y, x, y + side, x, y);
}

test.each([
  ['a square', [[0, 0, 10, 0, 10, 10, 0, 10, 0, 0]], 100],
  [
    'a square with a hole',
    [
      [0, 0, 10, 0, 10, 10, 0, 10, 0, 0],
      [2, 2, 4, 2, 4, 4, 2, 4, 2, 2],
    ],
    96,
  ],
  ['a triangle', [[0, 0, 10, 0, 0, 10, 0, 0]], 50],
  ['a bow-tie, whose halves cancel', [[0, 0, 10, 10, 10, 0, 0, 10, 0, 0]], 50],
  ['a ring that goes round twice', [[0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 9, 0, 9, 9, 0, 9, 0, 0]], 0],
  ['nothing', [], 0],
])('%s', (_, rings, area) => {
  expect(evenOddArea(rings.map((ring) => Int32Array.from(ring)))).toBeCloseTo(area, 0);
});

test('a star, whose centre is inside twice and therefore outside, has the area that the reference counts', () => {
  const star = [Int32Array.from([0, 1000, 600, -800, -1000, 300, 1000, 300, -600, -800, 0, 1000])];
  const reference = new EvenOdd([{ offer: 1, rings: star }]);
  const step = 17;
  let counted = 0;
  for (let x = -1000; x <= 1000; x += step) {
    for (let y = -1000; y <= 1000; y += step) counted += reference.offersAt(x, y).length * step ** 2;
  }
  expect(evenOddArea(star) / counted).toBeCloseTo(1, 1);
  expect(evenOddArea(star)).toBeLessThan(0.85 * 1_122_000);
});
