import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { getLastBackup } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { getLastDataCheck } from '#db/integrity.ts';
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
  function start(): ChildProcess {
    const child = fork(new URL('./backup-process.ts', import.meta.url), [], { env: environmentOfChild() });
    // from its first moment: loading the program takes as long as a small backup
    if (child.pid !== undefined) setPriority(child.pid, lowestPriority);
    return child;
  }
  const task: ProcessTask = {
    subject: 'backup',
    alarm: 'backup-broke-off',
    start,
    isDue: () => isBackupDue(getLastBackup(connection, 'folder')?.madeAt ?? undefined, everyMs, sharedNow()),
    pauseMs: Math.min(longestPauseMs, everyMs),
    waitMs: Math.min(leaseBeatMs, everyMs / 4),
  };
  return scheduleProcess(connection, task, log);
}

const checkEveryMs = 86_400_000;
/** A check that is due waits this long after the start, when a server has other things to do. */
const afterStartMs = 60_000;

/** Has a process of low priority check all data once a day, while this process has the lease. */
export function scheduleDataChecks(connection: Connection, log: LogReport): { stop(): Promise<void> } {
  const task: ProcessTask = {
    subject: 'data check',
    alarm: 'data-check-broke-off',
    start: () => fork(new URL('./data-check-process.ts', import.meta.url), [], { env: environmentOfChild() }),
    // by the clock that processes share, as the check itself records it: WATEA_NOW would move the last check into the future or the past
    isDue: () => Math.abs(sharedNow() - (getLastDataCheck(connection)?.endedAt ?? 0)) >= checkEveryMs,
    pauseMs: afterStartMs,
    waitMs: leaseBeatMs,
  };
  return scheduleProcess(connection, task, log);
}

/** Work that a process of its own does, so that its memory is freed, and that only one server does for all. */
interface ProcessTask {
  readonly subject: 'backup' | 'data check';
  /** What is reported when the process fails. */
  readonly alarm: 'backup-broke-off' | 'data-check-broke-off';
  readonly start: () => ChildProcess;
  readonly isDue: () => boolean;
  /** How long it waits after the start of the server, and after the process was started, in milliseconds. */
  readonly pauseMs: number;
  /** How often it is asked whether it is due, in milliseconds. */
  readonly waitMs: number;
}

function scheduleProcess(
  connection: Connection,
  { subject, alarm, start, isDue, pauseMs, waitMs }: ProcessTask,
  log: LogReport,
): { stop(): Promise<void> } {
  let child: ChildProcess | undefined;
  let failed: string | undefined;
  let triedAt = performance.now();

  function begin(): void {
    triedAt = performance.now();
    child = start();
    child.once('exit', (status, signal) => {
      child = undefined;
      failed = status === 0 ? undefined : `its process ended with ${signal ?? `status ${status}`}`;
      log(status === 0 ? 'info' : 'error', { event: subject, status, signal });
    });
  }

  async function run(): Promise<number> {
    const fault = failed;
    failed = undefined;
    if (fault !== undefined) throw new Error(fault);
    if (child === undefined && performance.now() - triedAt >= pauseMs && isDue()) begin();
    return waitMs;
  }

  const alarmOf = (fault: unknown) => ({ code: alarm, message: messageOf(fault) }) as const;
  const retryMs = { withoutLease: leaseBeatMs, afterFault: leaseBeatMs };
  const repeating = repeatWithLease(connection, { subject, run, alarmOf, retryMs }, log);
  return {
    async stop() {
      child?.kill('SIGTERM');
      await repeating.stop();
    },
  };
}

function environmentOfChild(): NodeJS.ProcessEnv {
  return { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV };
}
