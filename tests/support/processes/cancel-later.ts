import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** Cancels the job of a database after a time. */
export interface CancelOrder {
  readonly databaseFile: string;
  readonly jobId: number;
  readonly afterMs: number;
}

/** Whether the job was still unfinished, as `cancelJob` asks it; anything later is refused. */
export interface CancelReply {
  readonly isAccepted: boolean;
}

// a thread, because the job that is cancelled may not let the event loop turn
parentPort?.on('message', async ({ databaseFile, jobId, afterMs }: CancelOrder) => {
  const sqlite = new Database(databaseFile, { timeout: 20_000 });
  await sleep(afterMs);
  const cancel = sqlite.prepare(
    "UPDATE work SET cancelled_by = 'jo@example.nz' WHERE id = ? AND state IN ('waiting', 'running')",
  );
  const reply: CancelReply = { isAccepted: cancel.run(jobId).changes === 1 };
  sqlite.close();
  parentPort?.postMessage(reply);
});
parentPort?.postMessage(`ready ${String(workerData)}`);
