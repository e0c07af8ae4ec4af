import cluster, { type Worker } from 'node:cluster';
import { closeDatabase, connections } from '#db/client.ts';
import { environmentForChildren, settings } from '#lib/env.ts';
import { ActiveBulkRequests } from '#server/access/bulk-keys.ts';
import { startBackground } from '#server/background/background.ts';
import { openSettlements, storeDayCounts } from '#server/background/day-counts.ts';
import { startJobSupervisor } from '#server/jobs/supervisor.ts';
import { onStopSignal } from './graceful-stop.ts';
import { flushLog, log } from './log.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { type Announce, prepareDatabase } from './prepare.ts';

/** The pause before a dead worker is replaced, in milliseconds, so that a worker that cannot run does not spin. */
const replaceAfterMs = 200;
/** How long workers have to stop, in milliseconds: a little longer than they give their requests. */
const stopWithinMs = 12_000;

/** Keeps `WEB_CONCURRENCY` workers running, the totals of their limits, and everything that writes in the background. */
export async function runPrimary(announce: Announce): Promise<void> {
  const prepared = await prepareDatabase();
  const settlements = openSettlements();
  const background = startBackground();
  const jobs = startJobSupervisor();
  const counts = storeDayCounts(settlements, background);
  const bulkHolders = new ActiveBulkRequests<Worker>();
  const workers = new Set<Worker>();
  let isReady = false;
  let isStopping = false;

  function receive(message: WorkerMessage, worker: Worker): void {
    if (message.kind === 'settle') send(worker, { kind: 'settled', answer: settlements.answer(message.request) });
    if (message.kind === 'bulk begins')
      send(worker, { kind: 'bulk', id: message.id, granted: bulkHolders.begin(message.subject, worker) });
    if (message.kind === 'bulk ended') bulkHolders.end(message.subject, worker);
    if (message.kind === 'usage') background.writeUsage(message.batches);
    if (message.kind !== 'listening' || isReady) return;
    isReady = true;
    announce(message.port, prepared);
    for (let others = settings().workers - 1; others > 0; others--) start();
  }

  function start(): void {
    const worker = cluster.fork(environmentForChildren());
    workers.add(worker);
    worker.on('message', (message: WorkerMessage) => receive(message, worker));
    worker.on('exit', (status, signal) => {
      workers.delete(worker);
      bulkHolders.forget(worker);
      if (isStopping) return;
      // a first worker that never listened has said why, and the next would say the same
      if (!isReady) return void stop(1);
      log().error({ event: 'worker died', worker: worker.process.pid, status, signal });
      setTimeout(() => isStopping || start(), replaceAfterMs);
    });
  }

  async function stop(status: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    await Promise.all([stopWorkers(workers), jobs.stop()]);
    await counts.stop();
    closeDatabase(connections());
    flushLog();
    process.exit(status);
  }

  onStopSignal(() => void stop(0));
  // the others start when the first listens: what keeps one from listening would keep them all, and is said once
  start();
}

async function stopWorkers(workers: ReadonlySet<Worker>): Promise<void> {
  const gone = [...workers].map(untilGone);
  for (const worker of workers) worker.process.kill('SIGTERM');
  const kill = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL');
  }, stopWithinMs);
  await Promise.all(gone);
  clearTimeout(kill);
}

/** The last messages of a worker may arrive after its exit; all have arrived when its channel closes. */
function untilGone(worker: Worker): Promise<unknown> {
  const events = worker.isConnected() ? ['exit', 'disconnect'] : ['exit'];
  return Promise.all(events.map((event) => new Promise((resolve) => worker.once(event, resolve))));
}

function send(worker: Worker, message: PrimaryMessage): void {
  // without a callback, a message to a worker that has just ended would be an error that ends this process
  if (worker.isConnected()) worker.send(message, () => undefined);
}
