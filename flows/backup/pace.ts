import { setTimeout as sleep } from 'node:timers/promises';

/** Call it after each piece of work. */
export type Pace = () => Promise<void>;

/** How long a rest is, as a multiple of the work before it. */
const restShare = 2;
/** A rest is not shorter than this, in milliseconds: timers are no more exact. */
const shortestRestMs = 4;

/**
 * Rests after each piece of work for twice as long as it took, so that a third of a core and of the disk's time is used at
 * most, even where the priority of a process does not count.
 */
export function restBetween(): Pace {
  let since = performance.now();
  return async () => {
    const restMs = restShare * (performance.now() - since);
    if (restMs < shortestRestMs) return;
    await sleep(restMs);
    since = performance.now();
  };
}
