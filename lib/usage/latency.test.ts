import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import {
  accountBucketOf,
  accountBuckets,
  accountPercentile,
  latencyBucketOf,
  latencyBuckets,
  latencyOfBucket,
  latencyPercentile,
  middleOfAccountBucket,
} from './latency.ts';

const duration = fc.double({ min: 0.011, max: 119_000, noNaN: true });

/** The percentile by definition: the smallest value that at least `percent` of all values do not exceed. */
function nearestRank(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(1, Math.ceil((sorted.length * percent) / 100)) - 1] ?? Number.NaN;
}

test('a percentile is at most 5 % off the true one, for any durations', () => {
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1, maxLength: 300 }),
      fc.constantFrom(50, 95, 99, 100, 0.1),
      (values, percent) => {
        const found = latencyPercentile(
          values.map((ms) => [latencyBucketOf(ms), 1]),
          percent,
        );
        const exact = nearestRank(values, percent);
        expect(Math.abs((found ?? Number.NaN) - exact) / exact).toBeLessThanOrEqual(0.05);
      },
    ),
    { numRuns: tries(500, 10_000) },
  );
});

test('counts of several processes add up to those of one', () => {
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1 }), fc.array(duration), (here, there) => {
      const counted = (values: readonly number[]) => values.map((ms) => [latencyBucketOf(ms), 1] as const);
      const together = latencyPercentile(counted([...here, ...there]), 95);
      expect(latencyPercentile([...counted(there), ...counted(here)], 95)).toBe(together);
    }),
  );
});

test('a longer duration never has a lower bucket', () => {
  fc.assert(
    fc.property(duration, duration, (one, other) => {
      expect(latencyBucketOf(Math.max(one, other))).toBeGreaterThanOrEqual(latencyBucketOf(Math.min(one, other)));
    }),
  );
});

describe('durations outside the buckets count in the first or last', () => {
  test.each([
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
    [0.01, 0],
    [120_000, latencyBuckets - 1],
    [1e12, latencyBuckets - 1],
    [Number.POSITIVE_INFINITY, latencyBuckets - 1],
  ])('%d ms in bucket %i', (ms, bucket) => {
    expect(latencyBucketOf(ms)).toBe(bucket);
  });
});

test('without counts there is no percentile', () => {
  expect(latencyPercentile([], 50)).toBeUndefined();
});

test('the duration of a bucket lies inside it', () => {
  for (let bucket = 0; bucket < latencyBuckets; bucket++) {
    expect(latencyBucketOf(latencyOfBucket(bucket))).toBe(bucket);
  }
});

const wideOf = (ms: number) => accountBucketOf(latencyBucketOf(ms));

test('the 95th percentile is at most 27 % off the true one, for any durations', () => {
  const duration = fc.double({ min: 0.011, max: 119_000, noNaN: true });
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1, maxLength: 300 }), (values) => {
      const sorted = values.toSorted((one, other) => one - other);
      const exact = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
      const found =
        accountPercentile(
          values.map((ms) => [wideOf(ms), 1]),
          95,
        ) ?? Number.NaN;
      expect(Math.max(found / exact, exact / found)).toBeLessThanOrEqual(1.27);
    }),
    { numRuns: tries(300, 10_000) },
  );
});

test('every bucket of an API has a wide one, in whose middle its duration is read', () => {
  for (let bucket = 0; bucket < latencyBuckets; bucket++) {
    const wide = accountBucketOf(bucket);
    expect(wide).toBeLessThan(accountBuckets);
    expect(accountBucketOf(middleOfAccountBucket(wide))).toBe(wide);
  }
});

test('without counts of an account there is no percentile', () => {
  expect(accountPercentile([], 95)).toBeUndefined();
});
