import { closeDatabase, connections } from '#db/client.ts';
import { keepDayCounts, openSettlements } from './day-counts.ts';
import { onStopSignal, stopServer } from './graceful-stop.ts';
import { createHttpServer } from './http-server.ts';
import { startKeeper } from './keeper.ts';
import { setUpSoleLimits } from './limits.ts';
import { listen } from './listen.ts';
import { flushLog } from './log.ts';
import { logFaults } from './log-faults.ts';
import { openPages } from './page-server.ts';
import { prepareDatabase } from './prepare.ts';
import { welcome } from './welcome.ts';

/** Serves everything from one process: `WEB_CONCURRENCY=1`. */
export async function runSingleProcess(): Promise<void> {
  const { demonstration } = await prepareDatabase();
  logFaults();
  const settlements = openSettlements();
  setUpSoleLimits(settlements);
  const server = createHttpServer(await openPages());
  const port = await listen(server);
  const counts = keepDayCounts(settlements, startKeeper());
  onStopSignal(async () => {
    await stopServer(server);
    await counts.stop();
    closeDatabase(connections());
    flushLog();
    process.exit(0);
  });
  process.stdout.write(welcome(port, demonstration));
}
