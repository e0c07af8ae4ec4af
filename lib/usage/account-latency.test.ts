import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { accountBucketOf, accountBuckets, accountPercentile, middleOfAccountBucket } from './account-latency.ts';
import { latencyBucketOf, latencyBuckets } from './latency.ts';

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

test('without counts there is no percentile', () => {
  expect(accountPercentile([], 95)).toBeUndefined();
});
