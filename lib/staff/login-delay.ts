/** Whose failures are counted together: an account's passwords, its second factors, or all those from a caller's address. */
export type AttemptKind = 'account' | 'second-factor' | 'address';

interface Patience {
  /** Failures without any delay. */
  readonly free: number;
  readonly longestMs: number;
  /** After this long without a failure, all are forgotten. */
  readonly forgetAfterMs: number;
}

const minuteMs = 60_000;
/** An office shares one address, so more is forgiven there. An account never waits longer than a minute: anybody can make it wait. */
const patience: Readonly<Record<AttemptKind, Patience>> = {
  account: { free: 3, longestMs: minuteMs, forgetAfterMs: 24 * 60 * minuteMs },
  'second-factor': { free: 3, longestMs: 15 * minuteMs, forgetAfterMs: 24 * 60 * minuteMs },
  address: { free: 10, longestMs: 15 * minuteMs, forgetAfterMs: 60 * minuteMs },
};

/** Failures in a row so far, and when the last one was. */
export interface Failures {
  readonly failures: number;
  readonly lastFailedAt: number;
}

/** How long the next attempt must wait still, in milliseconds: doubles with each failure beyond the free ones. */
export function waitMs(kind: AttemptKind, seen: Failures | undefined, nowMs: number): number {
  if (seen === undefined || isForgotten(kind, seen, nowMs)) return 0;
  const { free, longestMs } = patience[kind];
  if (seen.failures < free) return 0;
  const delayMs = Math.min(longestMs, 1000 * 2 ** (seen.failures - free));
  return Math.max(0, Math.min(seen.lastFailedAt + delayMs - nowMs, delayMs));
}

/** Whether a failure is the last that makes nobody wait. */
export function isLastFree(kind: AttemptKind, failures: number): boolean {
  return failures === patience[kind].free;
}

/** Whether failures lie so far back that they no longer count. */
export function isForgotten(kind: AttemptKind, { lastFailedAt }: Failures, nowMs: number): boolean {
  return nowMs >= lastFailedAt + patience[kind].forgetAfterMs;
}
