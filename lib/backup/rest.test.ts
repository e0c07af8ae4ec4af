import { expect, test } from 'vitest';
import { restAfter } from './rest.ts';

test('on a busy machine, work and rest together take a twenty-fifth of its processors', () => {
  for (const processors of [1, 2, 16]) {
    for (const own of [10, 100, 300]) {
      const total = 500 * processors;
      const rest = restAfter({ own, others: total - own, total }, processors);
      expect(own / (total + rest * processors)).toBeLessThanOrEqual(0.04 + 1e-9);
      if (rest > 0) expect(own / (total + rest * processors)).toBeCloseTo(0.04);
    }
  }
});

test('on a machine that is not busy it does not rest, however much it used itself', () => {
  expect(restAfter({ own: 100, others: 0, total: 100 }, 1)).toBe(0);
  expect(restAfter({ own: 150, others: 49, total: 200 }, 2)).toBe(0);
  expect(restAfter({ own: 100, others: 66, total: 200 }, 2)).toBe(0);
});

test('from a third that others use, the machine is busy', () => {
  expect(restAfter({ own: 100, others: 67, total: 200 }, 2)).toBe(1150);
  expect(restAfter({ own: 5, others: 195, total: 200 }, 2)).toBe(0);
});
