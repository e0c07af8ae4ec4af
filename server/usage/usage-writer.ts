import type { Connection } from '#db/client.ts';
import { tidyUsage } from '#db/usage/tidy.ts';
import { writeUsage } from '#db/usage/write-batches.ts';
import { now } from '#lib/clock.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';

/** How often what is past its time is looked for, in milliseconds, and how many rows are removed at once. */
const tidyEveryMs = 60_000;
const tidyAtOnce = 500;

/** The background thread's side of counting: one batch after the other, so that their order is that of the messages. */
export interface UsageWriter {
  write(batches: readonly UsageBatch[]): void;
  /** Resolves when everything given is written, or was reported as lost. */
  stop(): Promise<void>;
}

/** Starts writing and tidying; a fault loses the counts it stands for, is reported, and stops nothing else. */
export function startUsageWriter(
  connection: Connection,
  report: (event: Record<string, unknown>) => void,
): UsageWriter {
  const reportFault = (what: string) => (fault: unknown) => {
    report({ event: what, fault: fault instanceof Error ? fault.message : String(fault) });
  };
  let written = Promise.resolve();
  const tidying = setInterval(() => {
    try {
      tidyUsage(connection, now(), tidyAtOnce);
    } catch (fault) {
      reportFault('counts of use were not tidied')(fault);
    }
  }, tidyEveryMs);
  return {
    write(batches) {
      written = written.then(() => writeUsage(connection, batches)).catch(reportFault('counts of use were lost'));
    },
    stop() {
      clearInterval(tidying);
      return written;
    },
  };
}
