import { readDayUse } from '#db/access/day-use.ts';
import { connections } from '#db/client.ts';
import { Settlements } from '#lib/access/limit/limits.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { Background } from './background.ts';

/** How often day counts are stored, in milliseconds: a crash loses at most these. */
const storeEveryMs = 2000;

/** The machine's totals, starting from what was stored of this day. */
export function openSettlements(): Settlements {
  const settlements = new Settlements();
  settlements.restore(readDayUse(connections().reader, dayOf(now())));
  return settlements;
}

/** Has the keeper store changed day counts every two seconds, and the rest at the stop. */
export function keepDayCounts(settlements: Settlements, keeper: Background): { stop(): Promise<void> } {
  const timer = setInterval(() => {
    const rows = settlements.snapshot();
    if (rows.length > 0) keeper.writeDayUse(rows);
  }, storeEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return keeper.stop(settlements.snapshot());
    },
  };
}
