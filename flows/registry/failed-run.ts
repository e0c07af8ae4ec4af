import type { Connection } from '#db/client.ts';
import { desc, ne } from '#db/drizzle.ts';
import { registerRun } from '#db/registry/schema.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { abandonedRuns, cutOff } from './abandoned-runs.ts';

/** A run of the register that failed and that none has followed which did not. */
export interface FailedRun {
  readonly id: number;
  readonly source: string;
  readonly who: string;
  readonly fault: RefusalRecord | null;
}

/**
 * The run that ended last, when it failed or its process died: somebody must see to it that the register is fed. A later
 * one that succeeds puts it right.
 */
export function getFailedRun(connection: Connection): FailedRun | undefined {
  const dead = abandonedRuns(connection)[0];
  if (dead !== undefined) return { ...dead, fault: cutOff };
  const last = connection.db
    .select({
      id: registerRun.id,
      state: registerRun.state,
      source: registerRun.source,
      who: registerRun.who,
      fault: registerRun.fault,
    })
    .from(registerRun)
    .where(ne(registerRun.state, 'staging'))
    .orderBy(desc(registerRun.endedAt), desc(registerRun.id))
    .limit(1)
    .get();
  return last?.state === 'failed' ? last : undefined;
}
