import { registerJobs } from '#flows/registry/register-jobs.ts';
import { type UndoReport, undoLastImport } from '#flows/registry/undo-import.ts';
import { now } from '#lib/clock.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

/** Undoes the last import of the register. */
export async function undoRegisterImport(context: JobContext): Promise<JobOutcome> {
  const { run: expected } = registerJobs.undo.parse(context.parameters);
  const undo = await undoLastImport(context.database.writer, {
    expected,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction: (db, published) => context.finishWithin(db, undoOutcome(published)),
  });
  return undoOutcome(undo);
}

function undoOutcome({ run, undone, counts }: Pick<UndoReport, 'run' | 'undone' | 'counts'>): JobOutcome {
  const { unchanged: _unchanged, ...changed } = counts;
  return { code: 'register-undone', run, undone: { id: undone.id, source: undone.source }, counts: changed };
}
