import { settings } from './env.ts';

/** Gives the present instant in epoch milliseconds. Rules take one as an argument; nothing below `lib` reads the time. */
export type Clock = () => number;

/** The machine's own clock. Taken before Next puts its own in the place of `Date.now`, which looks at each call who asks. */
export const machineNow = Date.now;

/** The clock of this process: the machine's, moved by the offset that `WATEA_NOW` asked for. */
export function now(): number {
  return machineNow() + settings().clockOffsetMs;
}

/**
 * A change recorded later than the present clock counts as now: a clock set by `WATEA_NOW` may stand before
 * changes already made.
 */
export function notLaterThanNow(recordedMs: number, nowMs: number): number {
  return Math.min(recordedMs, nowMs);
}
