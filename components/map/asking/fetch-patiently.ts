import type { Outcome } from '#lib/map/answer/outcome.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { fetchOutcome } from './fetch-outcome.ts';

/**
 * Questions are sent at least so far apart, in milliseconds; of those between, only the last is sent. An address may ask five
 * in a second, and a slow network can push one into the next.
 */
const apartMs = 250;
/** A limit that ends within so many seconds is waited for. */
const patienceSeconds = 5;

let nextAtMs = 0;

/**
 * Asks about a point like `fetchOutcome`, but never so often that quick clicks reach the limit, and again when a limit that
 * others reached is over. A question that is aborted while it waits is not sent.
 */
export async function fetchPatiently(point: MapPoint, siteKey: string, signal: AbortSignal): Promise<Outcome> {
  const waitMs = nextAtMs - performance.now();
  if (waitMs > 0) await pause(waitMs);
  if (signal.aborted) return { kind: 'unreachable' };
  nextAtMs = performance.now() + apartMs;
  const outcome = await fetchOutcome(point, siteKey, signal);
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = outcome.kind === 'limit reached' ? outcome : {};
  if (signal.aborted || retryAfterSeconds > patienceSeconds) return outcome;
  await pause(1000 * retryAfterSeconds);
  return signal.aborted ? outcome : fetchOutcome(point, siteKey, signal);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
