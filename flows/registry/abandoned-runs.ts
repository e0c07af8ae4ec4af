import type { Connection } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { readGeneration } from '#db/generation.ts';
import { writePaced } from '#db/paced-write.ts';
import { isDeadProcess, newProcessIdentity } from '#db/process-identity.ts';
import { RegisterRun, stagingRuns } from '#db/registry/run.ts';
import { missingName, registerRun } from '#db/registry/schema.ts';
import type { RefusalRecord } from '#lib/refusal.ts';

/** A run that gave no sign of life for this long is dead, in milliseconds of the machine's own clock. */
const deadAfterMs = 10_000;

/** What is recorded with a run that died. */
export const cutOff: RefusalRecord = {
  reason: { code: 'worded', sentence: 'It was cut off: its process ended before it did. Nothing was changed.' },
  faults: [],
  total: 0,
};

/** The runs whose processes died while they were under way. */
export function abandonedRuns(connection: Connection) {
  return stagingRuns(connection).filter(({ holder, heartbeatAt }) => isDeadProcess(holder, heartbeatAt, deadAfterMs));
}

/**
 * Removes what runs that died (`kill -9`, a power cut) have staged and never published; a living run's rows stay.
 * Nothing a reader sees changes. Called when the server starts and before each run; two at once do no harm.
 *
 * @returns how many runs were cleaned up after
 */
export async function removeUnpublishedRows(connection: Connection): Promise<number> {
  const { db } = connection;
  let removed = 0;
  for (const run of abandonedRuns(connection)) {
    const holder = newProcessIdentity();
    const takenOver = db
      .update(registerRun)
      .set({ holder, heartbeatAt: Date.now() })
      .where(and(eq(registerRun.id, run.id), eq(registerRun.holder, run.holder), eq(registerRun.state, 'staging')))
      .run();
    if (takenOver.changes === 0) continue;
    const { value: baseRevision } = readGeneration(db, 'register');
    const own = new RegisterRun(connection, { ...run, baseRevision, holder });
    await removeStagedRows(connection, own);
    own.fail({ counts: {}, fault: cutOff, now: run.startedAt, elapsedMs: null });
    removed++;
  }
  return removed;
}

/** Removes the rows that a run has staged, a few at a time. */
export async function removeStagedRows(connection: Connection, run: RegisterRun): Promise<void> {
  const { db, sqlite } = connection;
  const some = sqlite
    .prepare<[number, string], string>(
      'SELECT name FROM domain WHERE revision = ? AND name > ? ORDER BY name LIMIT 500',
    )
    .pluck();
  const remove = sqlite.prepare<[string, number]>('DELETE FROM domain WHERE name = ? AND revision = ?');
  function* staged(): Generator<string[]> {
    for (let names = some.all(run.revision, ''); names.length > 0; names = some.all(run.revision, names.at(-1) ?? '')) {
      yield names;
    }
  }
  await writePaced(
    connection,
    staged(),
    (names) => {
      run.requireHeld();
      for (const name of names) remove.run(name, run.revision);
    },
    { onProgress: () => run.beat() },
  );
  db.delete(missingName).where(eq(missingName.sinceRun, run.id)).run();
}
