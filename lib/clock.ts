import { settings } from './env.ts';

/** Gives the present instant in epoch milliseconds. Rules get it as an argument instead of reading a clock. */
export type Clock = () => number;

/** The machine's own clock, taken before Next replaces `Date.now` by a version that checks the caller each time. */
export const machineNow = Date.now;

/** The clock of this process: the machine's, moved by the offset that `WATEA_NOW` asked for. */
export function now(): number {
  return machineNow() + settings().clockOffsetMs;
}

/** An instant of the past, but not later than now: `WATEA_NOW` can set the clock to before recorded changes. */
export function notLaterThanNow(recordedMs: number, nowMs: number): number {
  return Math.min(recordedMs, nowMs);
}
