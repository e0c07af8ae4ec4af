import type { Cluster } from '#db/cluster/cluster.ts';
import type { Settlements } from '#lib/access/limit/limits.ts';
import type { DayCount } from '#lib/access/limit/settlement.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/time/auckland.ts';

/** How often nodes exchange what limits have counted, in milliseconds. */
const exchangeEveryMs = 1000;

/**
 * Corrects the limits per second and per day by what other nodes have counted, once a second, and shows them what this one
 * has. While PostgreSQL is away, the node goes on with what it knows of the day, and by itself in each second.
 *
 * @param hasCounts whether the settlements have what was counted before the start
 */
export function shareCounts(node: Cluster, settlements: Settlements, hasCounts: boolean): { stop(): Promise<void> } {
  /** Counts of this node that the others do not have yet, by subject. */
  const unstored = new Map<string, DayCount>();
  let knowsBefore = hasCounts;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let exchanging = exchange();

  async function exchange(): Promise<void> {
    const nowMs = now();
    const day = dayOf(nowMs);
    const second = Math.floor(nowMs / 1000);
    try {
      settlements.correctShares(await node.spending.exchangeSeconds(second, settlements.secondsBefore(second)));
      if (!knowsBefore) settlements.addBefore((await node.spending.own(day)).map((row) => ({ ...row, day })));
      knowsBefore = true;
      for (const row of settlements.snapshot()) unstored.set(row.subject, row);
      const rows = [...unstored.values()].filter((row) => row.day === day);
      settlements.setElsewhere((await node.spending.exchange(day, rows)).map((row) => ({ ...row, day })));
      unstored.clear();
    } catch {
      // the follower reports it; the next time has these rows too
    }
    if (!isStopping) timer = setTimeout(next, exchangeEveryMs);
  }

  function next(): void {
    exchanging = exchange();
  }

  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await exchanging;
      await exchange();
    },
  };
}
