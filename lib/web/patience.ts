/** How often a request is made before another server counts as out of reach. */
export const mostAttempts = 8;
/** How often a server is asked whose name leads to no address: usually the network is missing, and a person must look. */
export const mostLookUps = 5;
/** Who asks to wait longer is asked another time, by a person. In milliseconds. */
export const longestPauseMs = 10 * 60_000;
const firstPauseMs = 1000;
const longestOwnPauseMs = 60_000;

/**
 * How long to wait after `attempts` failed ones, in milliseconds: what the server asks for, or else 1 s, 2 s, 4 s and so
 * on, at most a minute.
 *
 * @param retryAfter the header: seconds, or an instant as HTTP writes it
 */
export function pauseMs(attempts: number, retryAfter: string | null, nowMs: number): number {
  const own = Math.min(longestOwnPauseMs, firstPauseMs * 2 ** (attempts - 1));
  if (retryAfter === null) return own;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? own : Math.max(0, until - nowMs);
}

/** Whether a status asks for another attempt: too many requests, or a fault that may pass. */
export function isPassing(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}
