import { z } from 'zod';
import { undoLastImport } from '#flows/registry/undo-import.ts';
import { now } from '#lib/clock.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { countsLine } from '#lib/registry/import/report-words.ts';
import { stageReport } from './register-file.ts';
import type { JobContext } from './runner.ts';

const parameters = z.object({ run: z.number() });

/** Which import is meant. */
export type UndoParameters = z.input<typeof parameters>;

/** Takes the last import of the register back. */
export async function undoRegisterImport(context: JobContext): Promise<JobOutcome> {
  const { run: expected } = parameters.parse(context.parameters);
  let outcome: JobOutcome = { sentence: '', notes: [] };
  await undoLastImport(context.database.writer, {
    expected,
    clock: now,
    actor: context.actor,
    onProgress: stageReport(context),
    inTransaction(db, { run, undone, counts: { unchanged: _unchanged, ...counts } }) {
      outcome = {
        sentence: `Run ${undone.id} (${undone.source}) is taken back.`,
        notes: [countsLine(counts)],
        next: { href: `/admin/register/feeds/${run}`, words: 'See what it changed' },
      };
      context.finishWithin(db, outcome);
    },
  });
  return outcome;
}
