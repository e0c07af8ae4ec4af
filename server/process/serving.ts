import { closeDatabase, connections } from '#db/client.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { limits } from '#server/access/limits.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { listen } from '#server/http/listen.ts';
import { openPages } from '#server/http/page-server.ts';
import type { Handlers } from '#server/http/serve.ts';
import { setUpTiles } from '#server/tiles/set-up-tiles.ts';
import { sendUsage } from '#server/usage/usage.ts';
import { closeApiReader } from './api-reader.ts';
import { stopServer } from './graceful-stop.ts';
import { flushLog } from './log.ts';
import { logFaults } from './log-faults.ts';

/** A process that answers requests. */
export interface Serving {
  readonly port: number;
  /** Lets requests in flight finish, then closes everything; `last` runs while the database is still open. */
  stop(last?: () => Promise<unknown>): Promise<void>;
}

/** Answers requests in this process, whose limits are set up; `writeUsage` takes what was counted of them. */
export async function startServing(
  handlers: Handlers,
  writeUsage: (batches: readonly UsageBatch[]) => unknown,
): Promise<Serving> {
  logFaults();
  const tiles = setUpTiles();
  const server = createHttpServer(await openPages(), handlers);
  const port = await listen(server);
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);
  const counting = sendUsage(writeUsage);
  return {
    port,
    async stop(last) {
      await stopServer(server);
      clearInterval(settling);
      limits().settle(now());
      await counting.stop();
      await last?.();
      tiles.maker.close();
      closeApiReader();
      closeDatabase(connections());
      flushLog();
    },
  };
}
