import { setTimeout as sleep } from 'node:timers/promises';

/** Call it after each piece of work. */
export type Pace = () => Promise<void>;

/**
 * Rests after each piece of work for as long as it took, so that at most half of a core and of the disk's time is used,
 * even where the priority of a process does not count.
 */
export function restBetween(): Pace {
  let since = performance.now();
  return async () => {
    await sleep(performance.now() - since);
    since = performance.now();
  };
}

/** For work that nobody else waits for. */
export const withoutRest: Pace = () => Promise.resolve();
