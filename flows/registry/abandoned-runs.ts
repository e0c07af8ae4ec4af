import type { Connection } from '#db/client.ts';
import { writePaced } from '#db/paced-write.ts';
import { forgetMissingOf } from '#db/registry/missing-names.ts';
import { deadRuns, getLastEndedRun, type ListedRun, type RegisterRun, takeOverRun } from '#db/registry/runs.ts';
import { registerStates } from '#db/registry/states.ts';
import { removeStagedParts } from '#db/registry/witness-log.ts';
import { transact, whenUnlocked } from '#db/transaction.ts';
import type { RefusalRecord } from '#lib/refusal.ts';

/** Why a run failed whose process died. */
export const cutOff: RefusalRecord = { reason: { code: 'run-cut-off' }, faults: [], total: 0 };

/**
 * Removes the unpublished rows of runs that died (`kill -9`, a power cut), and records that they failed. Nothing that
 * readers see changes, and rows of living runs stay. Called at the start of the server and before each run; two
 * processes may call it at the same time.
 *
 * @returns how many runs were removed
 */
export async function removeAbandonedRuns(connection: Connection): Promise<number> {
  let removed = 0;
  for (const dead of deadRuns(connection)) {
    const run = await whenUnlocked(connection, () => takeOverRun(connection, dead));
    if (run === undefined) continue;
    await removeStagedRows(connection, run);
    const outcome = { counts: {}, fault: cutOff, now: dead.startedAt, elapsedMs: null };
    await whenUnlocked(connection, () => run.fail(outcome));
    removed++;
  }
  return removed;
}

/** Removes the rows that a run has staged, a few at a time. */
export async function removeStagedRows(connection: Connection, run: RegisterRun): Promise<void> {
  await writePaced(
    connection,
    slices(registerStates(connection).namesAt(run.revision)),
    (names) => {
      run.requireOwn();
      for (const { name } of names) run.deleteRow(name);
    },
    { onProgress: () => run.beat() },
  );
  await transact(connection, (db) => {
    removeStagedParts(db, run.revision);
    forgetMissingOf(db, run.id);
  });
}

/** Rows written between two checks of the time that a paced write has; about 0.1 ms. */
const sliceRows = 32;

/** Cuts pages of rows into slices, each short enough to be one item of a paced write. */
export function* slices<T>(pages: Iterable<readonly T[]>): Generator<readonly T[]> {
  for (const page of pages) {
    for (let start = 0; start < page.length; start += sliceRows) yield page.slice(start, start + sliceRows);
  }
}

/** A run that failed. */
export type FailedRun = Pick<ListedRun, 'id' | 'source' | 'who'> & { readonly fault: RefusalRecord | null };

/** The last run that ended, if it failed or its process died: the register may be missing a file. */
export function getFailedRun(connection: Connection): FailedRun | undefined {
  const dead = deadRuns(connection)[0];
  if (dead !== undefined) return { ...dead, fault: cutOff };
  const last = getLastEndedRun(connection);
  return last?.state === 'failed' ? last : undefined;
}
