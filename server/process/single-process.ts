import { closeDatabase, connections } from '#db/client.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { limits, setUpSoleLimits } from '#server/access/limits.ts';
import { startBackground } from '#server/background/background.ts';
import { keepDayCounts, openSettlements } from '#server/background/day-counts.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { listen } from '#server/http/listen.ts';
import { openPages } from '#server/http/page-server.ts';
import type { Handlers } from '#server/http/serve.ts';
import { startJobSupervisor } from '#server/jobs/supervisor.ts';
import { setUpTiles } from '#server/tiles/set-up-tiles.ts';
import { sendUsage } from '#server/usage/usage.ts';
import { closeApiReader } from './api-reader.ts';
import { onStopSignal, stopServer } from './graceful-stop.ts';
import { flushLog } from './log.ts';
import { logFaults } from './log-faults.ts';
import { prepareDatabase } from './prepare.ts';
import { welcome } from './welcome.ts';

/** Serves everything from one process: `WEB_CONCURRENCY=1`. */
export async function runSingleProcess(handlers: Handlers): Promise<void> {
  const prepared = await prepareDatabase();
  logFaults();
  const settlements = openSettlements();
  setUpSoleLimits(settlements);
  const tiles = setUpTiles();
  const server = createHttpServer(await openPages(), handlers);
  const port = await listen(server);
  const keeper = startBackground();
  const foreman = startJobSupervisor();
  const counts = keepDayCounts(settlements, keeper);
  const counting = sendUsage((batches) => keeper.writeUsage(batches));
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);
  onStopSignal(async () => {
    await Promise.all([stopServer(server), foreman.stop()]);
    clearInterval(settling);
    limits().settle(now());
    counting.stop();
    await counts.stop();
    tiles.maker.close();
    closeApiReader();
    closeDatabase(connections());
    flushLog();
    process.exit(0);
  });
  process.stdout.write(welcome(port, prepared));
}
