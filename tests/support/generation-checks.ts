import { checkEveryMs } from '#db/generation.ts';
import { setProcessWide } from '#lib/process-wide.ts';

let nowMs = 0;

/**
 * Moves the clock of the caches of this process on until each of them checks at its next use whether another connection
 * has written. From then on it does not move by itself.
 */
export function letCachesCheck(): void {
  // not before the moment to which the machine's clock has moved it
  nowMs = Math.max(nowMs, performance.now()) + checkEveryMs;
  setProcessWide('generation-clock', () => nowMs);
}
