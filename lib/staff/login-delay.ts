/** Which failures are counted together: of an account's password, of its second factor, or of a caller's address. */
export type AttemptKind = 'account' | 'second-factor' | 'address';

interface Patience {
  /** Failures before the first delay. */
  readonly free: number;
  readonly longestMs: number;
  /** After this long without a failure, all are forgotten. */
  readonly forgetAfterMs: number;
}

const minuteMs = 60_000;
/** An office shares one address, so it gets more attempts. An account waits a minute at most, for anybody can make it wait. */
const patience: Readonly<Record<AttemptKind, Patience>> = {
  account: { free: 3, longestMs: minuteMs, forgetAfterMs: 24 * 60 * minuteMs },
  'second-factor': { free: 3, longestMs: 15 * minuteMs, forgetAfterMs: 24 * 60 * minuteMs },
  address: { free: 10, longestMs: 15 * minuteMs, forgetAfterMs: 60 * minuteMs },
};

/** Failures in a row, and when the last one happened (epoch milliseconds). */
export interface Failures {
  readonly failures: number;
  readonly lastFailedAt: number;
}

/** How long the next attempt must still wait, in milliseconds. The delay doubles with each failure beyond the free ones. */
export function waitMs(kind: AttemptKind, seen: Failures | undefined, nowMs: number): number {
  if (seen === undefined || isForgotten(kind, seen, nowMs)) return 0;
  const { free, longestMs } = patience[kind];
  if (seen.failures < free) return 0;
  const delayMs = Math.min(longestMs, 1000 * 2 ** (seen.failures - free));
  return Math.max(0, Math.min(seen.lastFailedAt + delayMs - nowMs, delayMs));
}

/** Whether this is the last failure before attempts are delayed. */
export function isLastFree(kind: AttemptKind, failures: number): boolean {
  return failures === patience[kind].free;
}

/** Whether failures are so old that they no longer count. */
export function isForgotten(kind: AttemptKind, { lastFailedAt }: Failures, nowMs: number): boolean {
  return nowMs >= lastFailedAt + patience[kind].forgetAfterMs;
}
