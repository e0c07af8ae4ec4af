import { expect, test } from 'vitest';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { evenOddArea } from './even-odd-area.ts';

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
