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
import { setUpWorkerScrapes } from '#server/metrics/scrape.ts';
import { takePagesAddress } from '#server/pages/pages-address.ts';
import { startUsageWriter, type UsageWriter } from '#server/usage/usage-writer.ts';
import { type Acceptor, acceptConnections, closeInherited } from './acceptor.ts';
import { setDamageListener } from './faults.ts';
import { leaveSignalsToFirst, lifelineCut } from './lifeline.ts';
import { flushLog, log } from './log.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { startServing } from './serving.ts';
import { watchDatabaseFiles } from './watch-database-files.ts';

/**
 * Serves as one of several workers. The primary has prepared the database and keeps the totals of limits. If it dies, this
 * worker accepts and answers until another primary's workers do.
 */
export async function runWorker(handlers: Handlers): Promise<void> {
  leaveSignalsToFirst();
  const lifeline = lifelineCut();
  /** What to do when the primary has died: a worker that could not answer yet is of no use. */
  let leave: () => void = () => process.exit(0);
  process.once('disconnect', () => leave());
  const node = joinOwnCluster();
  setUpWorkerLimits({ workers: settings().workers, send: (request) => void send({ kind: 'settle', request }) });
  const bulkKeys = setUpWorkerBulkKeys((request) => void send(request));
  setUpMetrics('worker');
  const scraped = setUpWorkerScrapes(() => void send({ kind: 'scrape' }));
  setDamageListener((found) => void send({ kind: 'damage', found }));
  let sent = Promise.resolve();
  /** Stores counts where no primary does. */
  let usageWriter: UsageWriter | undefined;
  const serving = await startServing(handlers, takePagesAddress(), (batches) => {
    if (process.connected) {
      sent = send({ kind: 'usage', batches });
      return;
    }
    usageWriter ??= startUsageWriter(connections().writer, (event) => log().error(event));
    usageWriter.write(batches);
  });
  let acceptor: Acceptor | undefined;

  /** Finishes what was accepted, reports what was counted, and ends. */
  async function end(): Promise<void> {
    leave = () => undefined;
    await acceptor?.stop();
    await serving.stop();
    await sent;
    await usageWriter?.stop();
    await sendReport();
    await node?.close();
    closeDatabase(connections());
    flushLog();
    if (process.connected) process.disconnect();
  }

  async function answerAlone(): Promise<void> {
    bulkKeys.decideAlone();
    acceptor = await acceptConnections(serving.take, false);
    await lifeline;
    await end();
  }

  watchDatabaseFiles();
  process.on('message', async (message: PrimaryMessage, socket: Socket | undefined) => {
    if (message.kind === 'settled') limits().receive(message.answer, now());
    if (message.kind === 'node') setNodeState(message.state);
    if (message.kind === 'bulk') bulkKeys.receive(message.id, message.granted);
    if (message.kind === 'measure') void sendReport();
    if (message.kind === 'scraped') scraped(message.text);
    if (message.kind === 'connection') {
      if (socket !== undefined) serving.take(asAccepted(socket));
      void send({ kind: 'taken' });
    }
    if (message.kind !== 'drain') return;
    closeInherited();
    await end();
  });
  leave = () => void answerAlone();
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

/** Resolves when the message has left this process, or cannot. */
function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
