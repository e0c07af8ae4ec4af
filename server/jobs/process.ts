import { setPriority } from 'node:os';
import { ifCoverageIsIdle } from '#db/broadband/lock.ts';
import { backgroundLockPatienceMs, closeDatabase, openDatabase } from '#db/client.ts';
import { memberOf } from '#db/cluster/membership.ts';
import { type ClaimedJob, claimJob, hasDeadJob, requireClaimed } from '#db/jobs/queue.ts';
import { isStorageRefusal } from '#db/storage-fault.ts';
import { whenUnlocked, whileGuarded } from '#db/transaction.ts';
import { removeAbandonedCoverage } from '#flows/broadband/remove-version.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { jobKinds, niceOf } from '#lib/jobs/kinds.ts';
import { ownReport } from '#server/metrics/current.ts';
import { setUpMetrics } from '#server/metrics/metrics.ts';
import type { Measured } from '#server/process/messages.ts';
import { runJob } from './run-job.ts';

// A process that runs the next job of one queue and exits, so that its memory is freed.

const [queue = '', ...lostNodes] = process.argv.slice(2);
// the APIs come first
setPriority(niceOf(queue));
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
// Ctrl+C in a terminal reaches the server too, which decides what happens to this process
process.on('SIGINT', () => undefined);
process.on('disconnect', () => stop.abort());
setUpMetrics('job');
process.on('message', () => void sendReport());
void sendReport();

joinOwnCluster();
const { databaseFile } = settings();
const database = openDatabase(databaseFile, { wait: 'yielding', lockPatienceMs: backgroundLockPatienceMs });
try {
  // before it counts as cancelled or failed, nothing of it must be left
  if (queue === jobKinds['coverage import'].queue && hasDeadJob(database.writer, queue))
    await ifCoverageIsIdle(database.writer, () => removeAbandonedCoverage(database.writer, { nowMs: now() }));
  const claimed = await whenUnlocked(database.writer, () => claimJob(database.writer, queue, now(), lostNodes));
  if (claimed !== undefined) await runGuarded(claimed);
} catch (fault) {
  if (!isStorageRefusal(fault)) throw fault;
  // nothing can be written: the supervisor starts a process again later
  process.exitCode = 1;
}
closeDatabase(database);
await sendReport();
process.exit();

/** Runs a job. In a cluster, each of its transactions is refused once another process has it. */
async function runGuarded(claimed: ClaimedJob): Promise<void> {
  const run = () => runJob(database, claimed, stop.signal);
  const isShared = memberOf(database.writer.sqlite) !== undefined;
  await (isShared ? whileGuarded(() => requireClaimed(database.writer, claimed), run) : run());
}

/** Reports what this process measures, to the supervisor. */
async function sendReport(): Promise<void> {
  const report = await ownReport();
  await new Promise((resolve) => {
    if (process.connected) process.send?.({ kind: 'measured', report } satisfies Measured, resolve);
    else resolve(undefined);
  });
}
