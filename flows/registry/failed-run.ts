import type { Connection } from '#db/client.ts';
import { deadRuns } from '#db/registry/run.ts';
import { getLastEndedRun, type ListedRun } from '#db/registry/runs.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { cutOff } from './abandoned-runs.ts';

/** A run that failed. */
export type FailedRun = Pick<ListedRun, 'id' | 'source' | 'who'> & { readonly fault: RefusalRecord | null };

/** The last run that ended, if it failed or its process died: the register may be missing a file. */
export function getFailedRun(connection: Connection): FailedRun | undefined {
  const dead = deadRuns(connection)[0];
  if (dead !== undefined) return { ...dead, fault: cutOff };
  const last = getLastEndedRun(connection);
  return last?.state === 'failed' ? last : undefined;
}
