import type { Cluster } from '#db/cluster/cluster.ts';
import type { SpentToday } from '#db/cluster/spending.ts';
import { refusalSeconds, type Settlements } from '#lib/access/limit/limits.ts';
import type { DayCount } from '#lib/access/limit/settlement.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/time/auckland.ts';

/** How often nodes exchange what limits have counted, in milliseconds. */
const exchangeEveryMs = 1000;

/**
 * Corrects limits by what other nodes have counted, once a second, and shows them what this one has. While PostgreSQL is
 * away, the node goes on with what it knows of the day, and by itself in each window.
 *
 * @param hasCounts whether the settlements have what was counted before the start
 */
export function shareCounts(node: Cluster, settlements: Settlements, hasCounts: boolean): { stop(): Promise<void> } {
  const { spending } = node;
  const ofAccounts = dayExchange({
    changed: () => settlements.snapshot(),
    exchange: (day, rows) => spending.exchange(day, rows),
    setElsewhere: (rows) => settlements.setElsewhere(rows),
  });
  const ofVisitors = dayExchange({
    changed: () => settlements.largeVisitors(),
    exchange: (day, rows) => spending.exchangeVisitors(day, rows),
    setElsewhere: (rows) => settlements.setVisitorsElsewhere(rows),
  });
  let knowsBefore = hasCounts;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let exchanging = exchange();

  async function exchange(): Promise<void> {
    const nowMs = now();
    const day = dayOf(nowMs);
    const second = Math.floor(nowMs / 1000);
    const refusalWindow = Math.floor(second / refusalSeconds);
    try {
      settlements.correctShares(await spending.exchangeSeconds(second, settlements.secondsBefore(second)));
      const refusals = settlements.refusalsBefore(refusalWindow);
      settlements.correctRefusals(await spending.exchangeRefusals(refusalWindow, refusals));
      if (!knowsBefore) settlements.addBefore((await spending.own(day)).map((row) => ({ ...row, day })));
      knowsBefore = true;
      await ofAccounts(day);
      await ofVisitors(day);
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

interface DayExchange {
  /** The counts of this node that have changed since the last call. */
  readonly changed: () => readonly DayCount[];
  readonly exchange: (day: string, rows: readonly DayCount[]) => Promise<readonly SpentToday[]>;
  readonly setElsewhere: (rows: readonly DayCount[]) => void;
}

/** Exchanges counts of a day; those that could not be stored are given again the next time. */
function dayExchange({ changed, exchange, setElsewhere }: DayExchange): (day: string) => Promise<void> {
  /** What the others do not have yet, by subject. */
  const unstored = new Map<string, DayCount>();
  return async (day) => {
    for (const row of changed()) unstored.set(row.subject, row);
    const rows = [...unstored.values()].filter((row) => row.day === day);
    setElsewhere((await exchange(day, rows)).map((row) => ({ ...row, day })));
    unstored.clear();
  };
}
