import type { Connection } from '#db/client.ts';
import { isStorageRefusal } from '#db/storage-fault.ts';
import { whenUnlocked } from '#db/transaction.ts';
import { tidyUsage, UnwrittenUsage } from '#db/usage/write-batches.ts';
import { now } from '#lib/clock.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { messageOf } from '#server/background/leased-task.ts';

/** How often old counts are removed, in milliseconds, and how many rows at a time. */
const tidyEveryMs = 60_000;
const tidyAtOnce = 500;

/** Stores the counts of the processes, one batch after the other in the order of the messages. */
export interface UsageWriter {
  write(batches: readonly UsageBatch[]): void;
  /** Resolves when everything given was written or reported as lost. */
  stop(): Promise<void>;
}

/** Starts writing counts and removing old ones. Counts that cannot be written now wait for the next ones. */
export function startUsageWriter(
  connection: Connection,
  report: (event: Record<string, unknown>) => void,
): UsageWriter {
  const unwritten = new UnwrittenUsage(connection);
  const reportFault = (what: string) => (fault: unknown) => {
    const message = messageOf(fault);
    report({ event: `${what} were not ${isStorageRefusal(fault) ? 'written yet' : 'written'}`, fault: message });
  };
  let written = Promise.resolve();
  const tidying = setInterval(() => {
    whenUnlocked(connection, () => tidyUsage(connection, now(), tidyAtOnce)).catch(
      reportFault('removals of old usage counts'),
    );
  }, tidyEveryMs);
  return {
    write(batches) {
      unwritten.add(batches);
      written = written.then(() => unwritten.write()).catch(reportFault('usage counts'));
    },
    stop() {
      clearInterval(tidying);
      return written;
    },
  };
}
