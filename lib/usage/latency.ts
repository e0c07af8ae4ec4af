/**
 * Response times are counted in fixed buckets, each 10 % wider than the one before. Counts of many processes and hours
 * are added bucket by bucket, and a percentile of the sum is at most 5 % off.
 */
const growth = 1.1;
const logGrowth = Math.log(growth);
/** Shorter or longer durations count in the first or last bucket; milliseconds. */
const shortestMs = 0.01;
const longestMs = 120_000;

/** How many buckets there are; they are numbered from 0. */
export const latencyBuckets = Math.floor(Math.log(longestMs / shortestMs) / logGrowth) + 1;

/** The bucket of a duration in milliseconds. */
export function latencyBucketOf(ms: number): number {
  if (!(ms > shortestMs)) return 0;
  const bucket = Math.floor(Math.log(ms / shortestMs) / logGrowth);
  return bucket < latencyBuckets ? bucket : latencyBuckets - 1;
}

/** The duration that represents a bucket, in milliseconds: off by the same share at its lower and upper edge. */
export function latencyOfBucket(bucket: number): number {
  return shortestMs * growth ** (bucket + 0.5);
}

/**
 * The duration that `percent` (above 0, at most 100) of all responses did not exceed, by nearest rank: at most 5 % off
 * for durations from 0.01 ms to 2 minutes. `counts` are pairs of bucket and count; a bucket may come several times.
 *
 * @returns milliseconds; undefined when nothing was counted
 */
export function latencyPercentile(counts: Iterable<readonly [number, number]>, percent: number): number | undefined {
  const sums = new Float64Array(latencyBuckets);
  let total = 0;
  for (const [bucket, count] of counts) {
    sums[bucket] = (sums[bucket] ?? 0) + count;
    total += count;
  }
  if (total === 0) return undefined;
  let left = Math.max(1, Math.ceil((total * percent) / 100));
  const bucket = sums.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  return latencyOfBucket(bucket);
}

/**
 * The response times of one registrar or key are counted in wider buckets than those of an API: each holds five of
 * `latency.ts`, so that 100,000 keys need few rows. A percentile of them is at most 27 % off.
 */
const bucketsInOne = 5;

/** How many buckets there are; they are numbered from 0. */
export const accountBuckets = Math.ceil(latencyBuckets / bucketsInOne);

/** The wide bucket of a bucket of `latency.ts`. */
export function accountBucketOf(bucket: number): number {
  return (bucket / bucketsInOne) | 0;
}

/** The bucket of `latency.ts` in the middle of a wide one, or the last. */
export function middleOfAccountBucket(wide: number): number {
  return Math.min(wide * bucketsInOne + (bucketsInOne - 1) / 2, latencyBuckets - 1);
}

/**
 * The duration that `percent` of the responses did not exceed, as `latencyPercentile` has it, of pairs of wide bucket and
 * count.
 *
 * @returns milliseconds; undefined when nothing was counted
 */
export function accountPercentile(counts: Iterable<readonly [number, number]>, percent: number): number | undefined {
  return latencyPercentile(
    Array.from(counts, ([wide, count]) => [middleOfAccountBucket(wide), count] as const),
    percent,
  );
}
