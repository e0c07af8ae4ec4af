import { closeDatabase, connections } from '#db/client.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { closeApiReader } from './api-reader.ts';
import { keepDayCounts, openSettlements } from './day-counts.ts';
import { onStopSignal, stopServer } from './graceful-stop.ts';
import { createHttpServer } from './http-server.ts';
import { startKeeper } from './keeper.ts';
import { limits, setUpSoleLimits } from './limits.ts';
import { listen } from './listen.ts';
import { flushLog } from './log.ts';
import { logFaults } from './log-faults.ts';
import { openPages } from './page-server.ts';
import { prepareDatabase } from './prepare.ts';
import { setUpTiles } from './tiles/set-up-tiles.ts';
import { sendUsage } from './usage.ts';
import { welcome } from './welcome.ts';
import { startForeman } from './work/foreman.ts';

/** Serves everything from one process: `WEB_CONCURRENCY=1`. */
export async function runSingleProcess(): Promise<void> {
  const prepared = await prepareDatabase();
  logFaults();
  const settlements = openSettlements();
  setUpSoleLimits(settlements);
  const tiles = setUpTiles();
  const server = createHttpServer(await openPages());
  const port = await listen(server);
  const keeper = startKeeper();
  const foreman = startForeman();
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
