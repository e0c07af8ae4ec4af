import { expect, test } from 'vitest';
import { marksOnScale, positionOnScale, scaleEnd } from './speed-scale.ts';

test('18, 50 and 900 Mbps are clearly apart', () => {
  const [slow = 0, middle = 0, fast = 0] = [18, 50, 900].map((mbps) => positionOnScale(mbps, scaleEnd(900)));
  expect(middle - slow).toBeGreaterThan(0.1);
  expect(fast - middle).toBeGreaterThan(0.1);
});

test('each mark is ten times the one before, as far apart as the others', () => {
  expect(marksOnScale(1000)).toEqual([1 / 3, 2 / 3].map((at) => expect.closeTo(at, 9)));
  expect(marksOnScale(10_000)).toEqual([0.25, 0.5, 0.75]);
});

test('no speed leaves the scale', () => {
  expect(scaleEnd(1000)).toBe(1000);
  expect(scaleEnd(8000)).toBe(10_000);
  expect([0, 0.5, 1].map((mbps) => positionOnScale(mbps, 1000))).toEqual([0, 0, 0]);
  expect(positionOnScale(50_000, 10_000)).toBe(1);
});
