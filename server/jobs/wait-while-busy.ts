import { setTimeout as sleep } from 'node:timers/promises';
import type { JobContext } from './runner.ts';

/** How long to wait before it is tried again, in milliseconds. */
const busyMs = 1000;

/**
 * Does what somebody else must not be at meanwhile. While an import on the command line is, it waits, and says so.
 *
 * @param isBusy whether a fault says that somebody else is at it; nothing may have been done then
 */
export async function waitWhileBusy<Done>(
  { report }: Pick<JobContext, 'report'>,
  isBusy: (fault: unknown) => boolean,
  work: () => Promise<Done>,
): Promise<Done> {
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (!isBusy(fault)) throw fault;
      report('wait-for-command-line', 0, 0);
      await sleep(busyMs);
    }
  }
}
