import { setTimeout as sleep } from 'node:timers/promises';
import type { JobContext } from './runner.ts';

const retryMs = 1000;

/**
 * Runs `work`, and tries again every second while an import on the command line is in its way. The job shows that it
 * waits.
 *
 * @param isBusy whether a fault means that another process is in the way; `work` must not have changed anything then
 */
export async function waitWhileBusy<Result>(
  { report }: Pick<JobContext, 'report'>,
  isBusy: (fault: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (!isBusy(fault)) throw fault;
      report('wait-for-command-line', 0, 0);
      await sleep(retryMs);
    }
  }
}
