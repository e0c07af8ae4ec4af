import cluster, { type Worker } from 'node:cluster';
import { closeDatabase, connections } from '#db/client.ts';
import { environmentForChildren, settings } from '#lib/env.ts';
import { BulkHolders } from '#server/access/bulk-keys.ts';
import { startBackground } from '#server/background/background.ts';
import { keepDayCounts, openSettlements } from '#server/background/day-counts.ts';
import { startJobSupervisor } from '#server/jobs/supervisor.ts';
import { onStopSignal } from './graceful-stop.ts';
import { flushLog, log } from './log.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { prepareDatabase } from './prepare.ts';
import { welcome } from './welcome.ts';

/** The pause before a dead worker is replaced, in milliseconds, so that one that cannot live does not spin. */
const replaceAfterMs = 200;
/** How long workers have to stop; a little more than they give their requests. */
const stopWithinMs = 12_000;

/** Keeps `WEB_CONCURRENCY` workers serving, the totals of their limits, and everything that writes. */
export async function runPrimary(): Promise<void> {
  const prepared = await prepareDatabase();
  const settlements = openSettlements();
  const keeper = startBackground();
  const foreman = startJobSupervisor();
  const counts = keepDayCounts(settlements, keeper);
  const bulkHolders = new BulkHolders<Worker>();
  const workers = new Set<Worker>();
  let stopping = false;
  let welcomed = false;

  function start(): void {
    const worker = cluster.fork(environmentForChildren());
    workers.add(worker);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'settle') tell(worker, { kind: 'settled', answer: settlements.answer(message.request) });
      if (message.kind === 'bulk begins') {
        const granted = bulkHolders.begin(message.subject, worker);
        tell(worker, { kind: 'bulk', id: message.id, granted });
      }
      if (message.kind === 'bulk ended') bulkHolders.end(message.subject, worker);
      if (message.kind === 'usage') keeper.writeUsage(message.batches);
      if (message.kind === 'listening' && !welcomed) {
        welcomed = true;
        process.stdout.write(welcome(message.port, prepared));
        for (let others = settings().workers - 1; others > 0; others--) start();
      }
    });
    worker.on('exit', (status, signal) => {
      workers.delete(worker);
      bulkHolders.forget(worker);
      if (stopping) return;
      // one that never came up said why itself, and its successors would say the same
      if (!welcomed) return void stop(1);
      log().error({ event: 'worker died', worker: worker.process.pid, status, signal });
      setTimeout(() => {
        if (!stopping) start();
      }, replaceAfterMs);
    });
  }

  async function stop(status: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    const gone = [...workers].map(untilGone);
    for (const worker of workers) worker.process.kill('SIGTERM');
    const cut = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, stopWithinMs);
    await Promise.all([...gone, foreman.stop()]);
    clearTimeout(cut);
    await counts.stop();
    closeDatabase(connections());
    flushLog();
    process.exit(status);
  }

  onStopSignal(() => void stop(0));
  // one goes ahead: what keeps it from listening would keep them all, and is said once
  start();
}

/** Its last messages may arrive after it has ended: they have come when its channel closes. */
function untilGone(worker: Worker): Promise<unknown> {
  const events = worker.isConnected() ? ['exit', 'disconnect'] : ['exit'];
  return Promise.all(events.map((event) => new Promise((resolve) => worker.once(event, resolve))));
}

function tell(worker: Worker, message: PrimaryMessage): void {
  // without a callback, a word to a worker that has just ended would be an error that ends this process
  if (worker.isConnected()) worker.send(message, () => undefined);
}
