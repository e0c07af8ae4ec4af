import { fileBytes } from '#flows/files/file-bytes.ts';
import { type ImportReport, importRegister, previewImport } from '#flows/registry/import-register.ts';
import { registerJobs } from '#flows/registry/register-jobs.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

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
export function importOutcome(file: string, { run, counts }: Pick<ImportReport, 'run' | 'counts'>): JobOutcome {
  return { code: 'register-imported', file, run, counts };
}
