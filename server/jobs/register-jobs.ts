import { z } from 'zod';
import { endDelivery, getDelivery, setDeliveryDigest } from '#db/registry/deliveries.ts';
import { getLastImportOf } from '#db/registry/runs.ts';
import { transact } from '#db/transaction.ts';
import { digestOf, fileBytes } from '#flows/files/file-bytes.ts';
import { type ImportReport, importRegister, isRegisterBusy, previewImport } from '#flows/registry/import-register.ts';
import { registerJobs } from '#flows/registry/register-jobs.ts';
import { releaseWithin } from '#flows/registry/release-job.ts';
import { type UndoReport, undoLastImport } from '#flows/registry/undo-import.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Refusal } from '#lib/refusal.ts';
import { type JobContext, requireUpload, waitWhileBusy } from './runner.ts';

/** Compares an uploaded register file with the register. Nothing is changed. */
export async function previewRegisterFile(context: JobContext): Promise<JobOutcome> {
  const { kind } = registerJobs.comparison.parse(context.parameters);
  const file = requireUpload(context);
  const preview = await previewImport(context.database.reader, fileBytes(file.path), {
    kind,
    source: file.name,
    maxMissing: settings().maxMissing,
    clock: now,
    onProgress: context.report,
  });
  return { code: 'register-compared', file: file.name, preview };
}

/** Imports an uploaded register file that has been compared. */
export async function importRegisterFile(context: JobContext): Promise<JobOutcome> {
  const given = registerJobs.import.parse(context.parameters);
  const file = requireUpload(context);
  const imported = await importRegister(context.database.writer, fileBytes(file.path), {
    ...given,
    source: file.name,
    maxMissing: settings().maxMissing,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction: (db, published) => context.finishWithin(db, importOutcome(file.name, published)),
  });
  return importOutcome(file.name, imported);
}

/** The outcome of an import of a register file. */
function importOutcome(file: string, { run, counts }: Pick<ImportReport, 'run' | 'counts'>): JobOutcome {
  return { code: 'register-imported', file, run, counts };
}

const parameters = z.object({ delivery: z.number(), kind: z.enum(['merge', 'replace']), path: z.string() });
type Parameters = z.output<typeof parameters>;

/** Imports a file of the watched folder, once. The watcher moves the file afterwards. */
export async function importDelivery(context: JobContext): Promise<JobOutcome> {
  const { writer } = context.database;
  const given = parameters.parse(context.parameters);
  const delivery = getDelivery(writer, given.delivery);
  if (delivery?.state !== 'taken') return { code: 'delivery-already-handled' };
  const { name } = delivery;
  const sha256 = await digestOf(fileBytes(given.path), (bytes) => context.report('read-file', bytes, 0));
  await transact(writer, (db) => setDeliveryDigest(db, given.delivery, sha256));

  const last = getLastImportOf(writer, sha256, given.kind);
  if (last !== undefined) {
    const known = { run: last.id, importedAt: last.startedAt };
    const outcome = { code: 'known', ...known } as const;
    const end = { state: 'known', runId: last.id, outcome } as const;
    const found = { code: 'delivery-known', file: name, ...known } as const;
    await transact(writer, (db) => {
      endDelivery(db, given.delivery, end, now());
      context.finishWithin(db, found);
    });
    return found;
  }
  return await waitWhileBusy(context, isRegisterBusy, () => importFile(context, given, name));
}

async function importFile(
  context: JobContext,
  { delivery, path, kind }: Parameters,
  name: string,
): Promise<JobOutcome> {
  const imported = await importRegister(context.database.writer, fileBytes(path), {
    kind,
    source: name,
    isTriedAgain: true,
    maxMissing: settings().maxMissing,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction(db, published) {
      const end = { state: 'imported', runId: published.run, outcome: { code: 'imported', ...published } } as const;
      // another process may have imported this very file by now
      if (!endDelivery(db, delivery, end, now())) throw new Refusal({ code: 'delivery-imported', file: name });
      context.finishWithin(db, importOutcome(name, published));
    },
  });
  return importOutcome(name, imported);
}

/** Runs a release job that was missed; if it has run by now, nothing is changed (R9). */
export async function releaseNow({ database, actor, parameters, finishWithin }: JobContext): Promise<JobOutcome> {
  const { scheduleDate } = registerJobs.release.parse(parameters);
  const { feedMaxAgeMs } = settings();
  const order = { scheduleDate, kind: 'command', nowMs: now(), feedMaxAgeMs, actor } as const;
  const { writer } = database;
  const calledAt = performance.now();
  return await transact(writer, (db) => {
    const { released, freeAt, isNew, ...run } = releaseWithin(writer, order, calledAt);
    const outcome = { code: 'names-released', scheduleDate: run.scheduleDate, freeAt, released, isNew } as const;
    finishWithin(db, outcome);
    return outcome;
  });
}

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
