import type { EpochMs } from '#lib/time/auckland.ts';

const hourMs = 3_600_000;

/** How long a message is tried, from when it was queued or tried again by hand, in milliseconds. */
export const triedForMs = 72 * hourMs;
/** The most messages that may wait. */
export const mostWaiting = 10_000;
/** How long messages are kept, with their addresses, in days. */
export const messageDays = 90;

const firstPauseMs = 30_000;
const longestPauseMs = hourMs;

/** When a message is tried next after `attempts` failed ones: after 30 s, 1 min, 2 min and so on, at most an hour. */
export function nextAttemptAt(attempts: number, nowMs: EpochMs): EpochMs {
  return nowMs + Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
}
