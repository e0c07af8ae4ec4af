import { closeDatabase, connections } from '#db/client.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { setUpWorkerBulkKeys } from '#server/access/bulk-keys.ts';
import { limits, setUpWorkerLimits } from '#server/access/limits.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { listen } from '#server/http/listen.ts';
import { openPages } from '#server/http/page-server.ts';
import type { Handlers } from '#server/http/serve.ts';
import { setUpTiles } from '#server/tiles/set-up-tiles.ts';
import { sendUsage } from '#server/usage/usage.ts';
import { closeApiReader } from './api-reader.ts';
import { onStopSignal, stopServer } from './graceful-stop.ts';
import { flushLog } from './log.ts';
import { logFaults } from './log-faults.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';

/** Serves as one of several workers; the primary prepared the database and keeps the totals. */
export async function runWorker(handlers: Handlers): Promise<void> {
  logFaults();
  setUpWorkerLimits({ workers: settings().workers, send: (request) => void tell({ kind: 'settle', request }) });
  const receiveBulk = setUpWorkerBulkKeys((request) => void tell(request));
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'settled') limits().receive(message.answer, now());
    else receiveBulk(message.id, message.granted);
  });
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);
  const counting = sendUsage((batches) => tell({ kind: 'usage', batches }));

  const tiles = setUpTiles();
  const server = createHttpServer(await openPages(), handlers);
  const port = await listen(server);
  const stop = async () => {
    await stopServer(server);
    clearInterval(settling);
    limits().settle(now());
    await counting.stop();
    tiles.maker.close();
    closeApiReader();
    closeDatabase(connections());
    flushLog();
    process.disconnect();
  };
  onStopSignal(stop);
  // a primary that died cannot settle limits nor replace this worker
  process.once('disconnect', () => process.exit(0));
  void tell({ kind: 'listening', port });
}

/** @returns when the message has left this process */
function tell(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
