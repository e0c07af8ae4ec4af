import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { getLastBackup } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { leaseBeatMs } from '#db/jobs/lease.ts';
import { isBackupDue } from '#lib/backup/schedule.ts';
import { sharedNow } from '#lib/clock.ts';
import { type BackupSettings, environmentForChildren } from '#lib/env.ts';
import type { LogReport } from './background.ts';
import { messageOf, repeatWithLease } from './leased-task.ts';

/** A backup that is due waits this long after the start, or after one that failed, in milliseconds. */
const longestPauseMs = 60_000;
/** Like `nice 19`: everything else comes first. */
const lowestPriority = 19;

/** Has a process of low priority make a backup when one is due, while this process has the lease. */
export function scheduleBackups(
  connection: Connection,
  { everyMs }: BackupSettings,
  log: LogReport,
): { stop(): Promise<void> } {
  const pauseMs = Math.min(longestPauseMs, everyMs);
  let child: ChildProcess | undefined;
  let failed: string | undefined;
  let triedAt = performance.now();

  const isDue = () =>
    performance.now() - triedAt >= pauseMs &&
    isBackupDue(getLastBackup(connection, 'folder')?.madeAt ?? undefined, everyMs, sharedNow());

  function start(): void {
    triedAt = performance.now();
    const env = { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV };
    child = fork(new URL('../backup/process.ts', import.meta.url), [], { env });
    // from its first moment: loading the program takes as long as a small backup
    if (child.pid !== undefined) setPriority(child.pid, lowestPriority);
    child.once('exit', (status, signal) => {
      child = undefined;
      failed = status === 0 ? undefined : `its process ended with ${signal ?? `status ${status}`}`;
      log(status === 0 ? 'info' : 'error', { event: 'backup', status, signal });
    });
  }

  const waitMs = Math.min(leaseBeatMs, everyMs / 4);
  async function run(): Promise<number> {
    const fault = failed;
    failed = undefined;
    if (fault !== undefined) throw new Error(fault);
    if (child === undefined && isDue()) start();
    return waitMs;
  }

  const alarmOf = (fault: unknown) => ({ code: 'backup-broke-off', message: messageOf(fault) }) as const;
  const retryMs = { withoutLease: leaseBeatMs, afterFault: leaseBeatMs };
  const repeating = repeatWithLease(connection, { subject: 'backup', run, alarmOf, retryMs }, log);
  return {
    async stop() {
      child?.kill('SIGTERM');
      await repeating.stop();
    },
  };
}
