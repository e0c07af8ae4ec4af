import { type ChildProcess, fork } from 'node:child_process';
import type { Connection } from '#db/client.ts';
import { getLastDataCheck } from '#db/integrity.ts';
import { leaseBeatMs } from '#db/jobs/lease.ts';
import { sharedNow } from '#lib/clock.ts';
import { environmentForChildren } from '#lib/env.ts';
import type { LogReport } from './background.ts';
import { messageOf, repeatWithLease } from './leased-task.ts';

const checkEveryMs = 86_400_000;
/** A check that is due waits this long after the start, when a server has other things to do. */
const afterStartMs = 60_000;

/** Has a process of low priority check all data once a day, while this process has the lease. */
export function scheduleDataChecks(connection: Connection, log: LogReport): { stop(): Promise<void> } {
  const startedAt = performance.now();
  let child: ChildProcess | undefined;
  let failed: string | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  // by the clock that processes share, as the check itself records it: WATEA_NOW would move the last check into the future or the past
  const isDue = () => {
    const endedAt = getLastDataCheck(connection)?.endedAt ?? 0;
    const isFresh = Math.abs(sharedNow() - endedAt) < checkEveryMs;
    return !isFresh && performance.now() - Math.max(startedAt, triedAt) >= afterStartMs;
  };

  function start(): void {
    triedAt = performance.now();
    const env = { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV };
    child = fork(new URL('../integrity/process.ts', import.meta.url), [], { env });
    child.once('exit', (status, signal) => {
      child = undefined;
      failed = status === 0 ? undefined : `its process ended with ${signal ?? `status ${status}`}`;
      log(status === 0 ? 'info' : 'error', { event: 'data check', status, signal });
    });
  }

  async function run(): Promise<number> {
    const fault = failed;
    failed = undefined;
    if (fault !== undefined) throw new Error(fault);
    if (child === undefined && isDue()) start();
    return leaseBeatMs;
  }

  const alarmOf = (fault: unknown) => ({ code: 'data-check-broke-off', message: messageOf(fault) }) as const;
  const retryMs = { withoutLease: leaseBeatMs, afterFault: leaseBeatMs };
  const repeating = repeatWithLease(connection, { subject: 'data check', run, alarmOf, retryMs }, log);
  return {
    async stop() {
      child?.kill('SIGTERM');
      await repeating.stop();
    },
  };
}
