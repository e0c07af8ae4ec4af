import { Worker } from 'node:worker_threads';
import type { DayUse } from '#db/access/day-use.ts';
import { environmentForChildren } from '#lib/env.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { log } from '#server/process/log.ts';

/** What the keeper thread is told. */
export type BackgroundOrder =
  | { readonly kind: 'day use'; readonly rows: readonly DayUse[] }
  | { readonly kind: 'usage'; readonly batches: readonly UsageBatch[] }
  | { readonly kind: 'stop'; readonly rows: readonly DayUse[] };

/** What the keeper thread tells. */
export type BackgroundReport =
  | { readonly kind: 'log'; readonly level: 'info' | 'error'; readonly event: Record<string, unknown> }
  | { readonly kind: 'stopped' };

/** The thread that does everything in this process which may wait for the write lock: the release job, and counts. */
export interface Background {
  writeDayUse(rows: readonly DayUse[]): void;
  /** Adds to the counts of use; later than `stop` it does nothing. */
  writeUsage(batches: readonly UsageBatch[]): void;
  /** Writes the last day counts, and ends the thread when everything is written. */
  stop(rows: readonly DayUse[]): Promise<void>;
}

/** Starts the keeper; one per machine, in the first process. */
export function startBackground(): Background {
  let stopping = false;
  let worker = start();

  function start(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { env: environmentForChildren() });
    thread.on('message', (report: BackgroundReport) => {
      if (report.kind === 'log') log()[report.level](report.event);
    });
    thread.on('error', (fault) => {
      log().error({ event: 'keeper', fault: fault.message });
      if (!stopping) {
        setTimeout(() => {
          worker = start();
        }, 1000);
      }
    });
    return thread;
  }

  const tell = (order: BackgroundOrder) => worker.postMessage(order);
  return {
    writeDayUse: (rows) => tell({ kind: 'day use', rows }),
    writeUsage: (batches) => {
      if (batches.length > 0) tell({ kind: 'usage', batches });
    },
    stop(rows) {
      stopping = true;
      return new Promise((resolve) => {
        worker.once('exit', () => resolve());
        tell({ kind: 'stop', rows });
      });
    },
  };
}
