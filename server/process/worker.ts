import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { setUpWorkerBulkKeys } from '#server/access/bulk-keys.ts';
import { limits, setUpWorkerLimits } from '#server/access/limits.ts';
import type { Handlers } from '#server/http/serve.ts';
import { onStopSignal } from './graceful-stop.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { startServing } from './serving.ts';

/** Serves as one of several workers. The primary has prepared the database and keeps the totals of limits. */
export async function runWorker(handlers: Handlers): Promise<void> {
  setUpWorkerLimits({ workers: settings().workers, send: (request) => void send({ kind: 'settle', request }) });
  const receiveBulk = setUpWorkerBulkKeys((request) => void send(request));
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'settled') limits().receive(message.answer, now());
    else receiveBulk(message.id, message.granted);
  });
  const serving = await startServing(handlers, (batches) => send({ kind: 'usage', batches }));
  onStopSignal(async () => {
    await serving.stop();
    process.disconnect();
  });
  // without the primary nothing settles limits or replaces this worker
  process.once('disconnect', () => process.exit(0));
  void send({ kind: 'listening', port: serving.port });
}

/** Resolves when the message has left this process. */
function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
