import { settings } from './env.ts';
import { getProcessWide, setProcessWide } from './process-wide.ts';

/** Gives the present instant in epoch milliseconds. Rules get it as an argument instead of reading a clock. */
export type Clock = () => number;

/** The machine's own clock, taken before Next replaces `Date.now` by a version that checks the caller each time. */
export const machineNow = Date.now;

/**
 * The machine's monotonic clock in milliseconds, whose zero is the same for all its processes. Setting the machine's time
 * does not move it.
 */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

const clusterClockKey = 'cluster-clock';
const sinceStart = performance.now.bind(performance);

/**
 * Makes this process go by the clock of its cluster, which all nodes share, instead of its machine's.
 *
 * @param aheadMs how far that clock is ahead of `monotonicNow`, in milliseconds
 */
export function setClusterClock(aheadMs: number): void {
  // for the processes that this one starts
  process.env.WATEA_CLUSTER_CLOCK_MS = String(aheadMs);
  setProcessWide(clusterClockKey, aheadMs + monotonicNow() - sinceStart());
}

/**
 * The clock of what is stored for other processes, such as heartbeats: the cluster's, or else the machine's own, which
 * `WATEA_NOW` does not move.
 */
export function sharedNow(): number {
  const aheadMs = getProcessWide<number>(clusterClockKey);
  return aheadMs === undefined ? machineNow() : Math.floor(aheadMs + sinceStart());
}

/** The clock of this process: the shared one, moved by the offset that `WATEA_NOW` asked for; in a test, its own. */
export function now(): number {
  return getProcessWide<Clock>('own-clock')?.() ?? sharedNow() + settings().clockOffsetMs;
}

/** An instant of the past, but not later than now: `WATEA_NOW` can set the clock to before recorded changes. */
export function notLaterThanNow(recordedMs: number, nowMs: number): number {
  return Math.min(recordedMs, nowMs);
}
