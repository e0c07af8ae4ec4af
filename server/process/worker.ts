import type { Socket } from 'node:net';
import { closeDatabase, connections } from '#db/client.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { setUpWorkerBulkKeys } from '#server/access/bulk-keys.ts';
import { limits, setUpWorkerLimits } from '#server/access/limits.ts';
import { setNodeState } from '#server/cluster/node-state.ts';
import type { Handlers } from '#server/http/serve.ts';
import { ownReport } from '#server/metrics/current.ts';
import { setUpMetrics } from '#server/metrics/metrics.ts';
import { setUpWorkerScrapes } from '#server/metrics/worker-scrapes.ts';
import { takePagesAddress } from '#server/pages/pages-address.ts';
import { setDamageListener } from './faults.ts';
import { leaveSignalsToFirst } from './leave-signals.ts';
import { flushLog } from './log.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { startServing } from './serving.ts';
import { watchDatabaseFiles } from './watch-database-files.ts';

/** Serves as one of several workers. The primary has prepared the database and keeps the totals of limits. */
export async function runWorker(handlers: Handlers): Promise<void> {
  leaveSignalsToFirst();
  const node = joinOwnCluster();
  // without the primary nothing settles limits or replaces this worker
  process.once('disconnect', () => process.exit(0));
  setUpWorkerLimits({ workers: settings().workers, send: (request) => void send({ kind: 'settle', request }) });
  const receiveBulk = setUpWorkerBulkKeys((request) => void send(request));
  setUpMetrics('worker');
  const scraped = setUpWorkerScrapes(() => void send({ kind: 'scrape' }));
  setDamageListener((found) => void send({ kind: 'damage', found }));
  let sent = Promise.resolve();
  const serving = await startServing(handlers, takePagesAddress(), (batches) => {
    sent = send({ kind: 'usage', batches });
  });

  watchDatabaseFiles();
  process.on('message', async (message: PrimaryMessage, socket: Socket | undefined) => {
    if (message.kind === 'settled') limits().receive(message.answer, now());
    if (message.kind === 'node') setNodeState(message.state);
    if (message.kind === 'bulk') receiveBulk(message.id, message.granted);
    if (message.kind === 'measure') void sendReport();
    if (message.kind === 'scraped') scraped(message.text);
    if (message.kind === 'connection') {
      if (socket !== undefined) serving.take(asAccepted(socket));
      void send({ kind: 'taken' });
    }
    if (message.kind !== 'drain') return;
    await serving.stop();
    await sent;
    await sendReport();
    await node?.close();
    closeDatabase(connections());
    flushLog();
    process.disconnect();
  });
  void send({ kind: 'ready' });
}

/** Reports what this process measures. */
async function sendReport(): Promise<void> {
  await send({ kind: 'measured', report: await ownReport() });
}

/** Gives a socket of the primary what an HTTP server gives to one that it accepts. */
function asAccepted(socket: Socket): Socket {
  socket.allowHalfOpen = true;
  return socket.setNoDelay(true);
}

/** Resolves when the message has left this process. */
function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
