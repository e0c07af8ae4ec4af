import type { Connection } from '#db/client.ts';
import { whenUnlocked } from '#db/transaction.ts';
import { tidyUsage } from '#db/usage/tidy.ts';
import { writeUsage } from '#db/usage/write-batches.ts';
import { now } from '#lib/clock.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';

/** How often old counts are removed, in milliseconds, and how many rows at a time. */
const tidyEveryMs = 60_000;
const tidyAtOnce = 500;

/** Stores the counts of the processes, one batch after the other in the order of the messages. */
export interface UsageWriter {
  write(batches: readonly UsageBatch[]): void;
  /** Resolves when everything given was written or reported as lost. */
  stop(): Promise<void>;
}

/** Starts writing counts and removing old ones. A fault is reported and loses its own counts only. */
export function startUsageWriter(
  connection: Connection,
  report: (event: Record<string, unknown>) => void,
): UsageWriter {
  const reportFault = (what: string) => (fault: unknown) => {
    report({ event: what, fault: fault instanceof Error ? fault.message : String(fault) });
  };
  let written = Promise.resolve();
  const tidying = setInterval(() => {
    whenUnlocked(connection, () => tidyUsage(connection, now(), tidyAtOnce)).catch(
      reportFault('old usage counts were not removed'),
    );
  }, tidyEveryMs);
  return {
    write(batches) {
      written = written.then(() => writeUsage(connection, batches)).catch(reportFault('usage counts were lost'));
    },
    stop() {
      clearInterval(tidying);
      return written;
    },
  };
}
