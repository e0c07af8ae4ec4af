import { z } from 'zod';
import { type UndoReport, undoLastImport } from '#flows/registry/undo-import.ts';
import { now } from '#lib/clock.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

const parameters = z.object({ run: z.number() });

/** Which import is meant. */
export type UndoParameters = z.input<typeof parameters>;

/** Undoes the last import of the register. */
export async function undoRegisterImport(context: JobContext): Promise<JobOutcome> {
  const { run: expected } = parameters.parse(context.parameters);
  const outcomeOf = ({ run, undone, counts }: Pick<UndoReport, 'run' | 'undone' | 'counts'>): JobOutcome => {
    const { unchanged: _unchanged, ...changed } = counts;
    return { code: 'register-undone', run, undone: { id: undone.id, source: undone.source }, counts: changed };
  };
  const report = await undoLastImport(context.database.writer, {
    expected,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction: (db, undo) => context.finishWithin(db, outcomeOf(undo)),
  });
  return outcomeOf(report);
}
