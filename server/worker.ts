import { closeDatabase, connections } from '#db/client.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { onStopSignal, stopServer } from './graceful-stop.ts';
import { createHttpServer } from './http-server.ts';
import { limits, setUpWorkerLimits } from './limits.ts';
import { listen } from './listen.ts';
import { flushLog } from './log.ts';
import { logFaults } from './log-faults.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { openPages } from './page-server.ts';

/** Serves as one of several workers; the primary prepared the database and keeps the totals. */
export async function runWorker(): Promise<void> {
  logFaults();
  setUpWorkerLimits({ workers: settings().workers, send: (request) => tell({ kind: 'settle', request }) });
  process.on('message', (message: PrimaryMessage) => limits().receive(message.answer, now()));
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);

  const server = createHttpServer(await openPages());
  const port = await listen(server);
  const stop = async () => {
    await stopServer(server);
    clearInterval(settling);
    limits().settle(now());
    closeDatabase(connections());
    flushLog();
    process.disconnect();
  };
  onStopSignal(stop);
  // a primary that died cannot settle limits nor replace this worker
  process.once('disconnect', () => process.exit(0));
  tell({ kind: 'listening', port });
}

function tell(message: WorkerMessage): void {
  process.send?.(message);
}
