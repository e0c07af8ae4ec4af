import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Connection } from '#db/client.ts';
import { Lease } from '#db/jobs/lease.ts';
import { listBases } from '#flows/cluster/bases.ts';
import { sharedNow } from '#lib/clock.ts';
import { baseEveryMs, isBaseDue } from '#lib/cluster/bases.ts';
import { environmentForChildren } from '#lib/env.ts';
import type { LogReport } from '#server/background/background.ts';

const checkEveryMs = 10_000;
/** The pause after one that failed, in milliseconds. */
const retryAfterMs = 600_000;
const lowestPriority = 19;

/**
 * Has a process of low priority make a base for new nodes each day and trim the log, on one node at a time.
 *
 * @param folder where bases are; undefined: the log is only trimmed
 */
export function scheduleBases(connection: Connection, folder: string | undefined, log: LogReport): { stop(): void } {
  const lease = new Lease(connection, 'base');
  let child: ChildProcess | undefined;
  let notBefore = 0;

  const isDue = () =>
    performance.now() >= notBefore && (folder === undefined || isBaseDue(listBases(folder), sharedNow()));

  function start(): void {
    notBefore = performance.now() + baseEveryMs;
    const env = { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV };
    child = fork(new URL('./base-process.ts', import.meta.url), [], { env });
    if (child.pid !== undefined) setPriority(child.pid, lowestPriority);
    child.once('exit', (status, signal) => {
      child = undefined;
      notBefore = performance.now() + (status === 0 ? checkEveryMs : retryAfterMs);
      // without a folder only the time says whether it is due again
      if (status === 0 && folder === undefined) notBefore = performance.now() + baseEveryMs;
      log(status === 0 ? 'info' : 'error', { event: 'base for new nodes', status, signal });
    });
  }

  async function check(): Promise<void> {
    if (child === undefined && isDue() && (await lease.hold())) start();
  }

  const timer = setInterval(() => void check().catch(() => undefined), checkEveryMs);
  return {
    stop() {
      clearInterval(timer);
      child?.kill('SIGTERM');
    },
  };
}
