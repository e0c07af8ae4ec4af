import { readDayUse } from '#db/access/day-use.ts';
import { connections } from '#db/client.ts';
import type { Settlements } from '#lib/access/limit/limits.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { Background } from './background.ts';

/** How often day counts are stored, in milliseconds: a crash loses at most this much. */
const storeEveryMs = 2000;

/** Starts the machine's totals from those stored for the present day. */
export function restoreDayCounts(settlements: Settlements): void {
  settlements.restore(readDayUse(connections().reader, dayOf(now())));
}

/**
 * Has the background thread store changed day counts every two seconds, and the rest at the stop.
 *
 * @param sharing of a node of a cluster, which stores them for all nodes instead
 */
export function storeDayCounts(
  settlements: Settlements,
  background: Background,
  sharing: { stop(): Promise<void> } | undefined,
): { stop(): Promise<void> } {
  if (sharing !== undefined)
    return {
      async stop() {
        await sharing.stop();
        await background.stop([]);
      },
    };
  const timer = setInterval(() => {
    const rows = settlements.snapshot();
    if (rows.length > 0) background.writeDayUse(rows);
  }, storeEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return background.stop(settlements.snapshot());
    },
  };
}
