import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { startBackground } from '#server/background/background.ts';
import { openSettlements, storeDayCounts } from '#server/background/day-counts.ts';
import type { Handlers } from '#server/http/serve.ts';
import { startJobSupervisor } from '#server/jobs/supervisor.ts';
import { onStopSignal } from './graceful-stop.ts';
import { type Announce, prepareDatabase } from './prepare.ts';
import { startServing } from './serving.ts';

/** Serves everything from one process: `WEB_CONCURRENCY=1`. */
export async function runSingleProcess(handlers: Handlers, announce: Announce): Promise<void> {
  const prepared = await prepareDatabase();
  const settlements = openSettlements();
  setUpSingleProcessLimits(settlements);
  const serving = await startServing(handlers, (batches) => background.writeUsage(batches));
  const background = startBackground();
  const jobs = startJobSupervisor();
  const counts = storeDayCounts(settlements, background);
  onStopSignal(async () => {
    const jobsStopped = jobs.stop();
    await serving.stop(() => Promise.all([jobsStopped, counts.stop()]));
    process.exit(0);
  });
  announce(serving.port, prepared);
}
