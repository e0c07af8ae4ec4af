import { latencyBuckets, latencyPercentile } from './latency.ts';

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
