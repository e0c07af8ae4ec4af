import { Worker } from 'node:worker_threads';
import type { DayUse } from '#db/access/day-use.ts';
import { environmentForChildren } from '#lib/env.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import type { NodeFollower } from '#server/cluster/follower.ts';
import { metrics } from '#server/metrics/current.ts';
import type { Report } from '#server/metrics/prom-client.ts';
import type { Reports } from '#server/metrics/reports.ts';
import type { ReportedDamage } from '#server/process/faults.ts';
import { log } from '#server/process/log.ts';
import type { NodeReport } from '#server/process/messages.ts';

/** What the background thread is asked to do. */
export type BackgroundOrder =
  | { readonly kind: 'day use'; readonly rows: readonly DayUse[] }
  | { readonly kind: 'damage'; readonly found: ReportedDamage }
  | { readonly kind: 'usage'; readonly batches: readonly UsageBatch[] }
  | NodeReport
  | { readonly kind: 'measure' }
  | { readonly kind: 'retire' }
  | { readonly kind: 'stop'; readonly rows: readonly DayUse[] };

/** A line for the log, from the background thread. */
export interface BackgroundReport {
  readonly level: 'info' | 'error';
  readonly event: Record<string, unknown>;
}

/** The metrics of the background thread. */
export interface BackgroundMeasured {
  readonly report: Report;
}

/** Writes a line to the log of the server. */
export type LogReport = (level: BackgroundReport['level'], event: BackgroundReport['event']) => void;

/** The thread that does everything in this process that may wait for the write lock: the release job, and counts. */
export interface Background {
  writeDayUse(rows: readonly DayUse[]): void;
  /** Raises the alarm of damage that a process has met. */
  raiseDamage(found: ReportedDamage): void;
  /** Adds to the counts of use; after `stop` it does nothing. */
  writeUsage(batches: readonly UsageBatch[]): void;
  /** Leaves the tasks that one server does for all, such as the release job, to a successor; still writes counts. */
  retire(): void;
  /** Writes the last day counts, and ends the thread once everything is written. */
  stop(rows: readonly DayUse[]): Promise<void>;
}

/** Starts the background thread; one per server, in its primary. */
export function startBackground(reports: Reports, node: NodeFollower | undefined): Background {
  let isStopping = false;
  let worker = start();

  function start(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      env: environmentForChildren(),
      // closing its file of the database's index would drop SQLite's locks in the other threads
      trackUnmanagedFds: false,
    });
    thread.on('message', (message: BackgroundReport | BackgroundMeasured) => {
      if ('report' in message) reporter.receive(message.report);
      else log()[message.level](message.event);
    });
    thread.on('error', (fault) => {
      log().error({ event: 'background thread', fault: fault.message });
      metrics()?.died('background');
      if (isStopping) return;
      setTimeout(() => {
        worker = start();
      }, 1000);
    });
    return thread;
  }

  const reporter = reports.add('background', () => send({ kind: 'measure' }));
  const send = (order: BackgroundOrder) => worker.postMessage(order);
  node?.onReport((state) => send({ kind: 'node', state }));
  return {
    writeDayUse: (rows) => send({ kind: 'day use', rows }),
    raiseDamage: (found) => send({ kind: 'damage', found }),
    writeUsage: (batches) => {
      if (batches.length > 0) send({ kind: 'usage', batches });
    },
    retire: () => send({ kind: 'retire' }),
    stop(rows) {
      isStopping = true;
      return new Promise((resolve) => {
        worker.once('exit', () => {
          reporter.end();
          resolve();
        });
        send({ kind: 'stop', rows });
      });
    },
  };
}
