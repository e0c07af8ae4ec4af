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
