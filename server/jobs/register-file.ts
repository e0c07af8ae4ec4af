import { z } from 'zod';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { type ImportReport, importRegister, previewImport } from '#flows/registry/import-register.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

/** What is asked for when a file is to be compared. */
export type PreviewParameters = z.input<typeof previewed>;
/** What is asked for once somebody has seen the difference. */
export type ConfirmedParameters = z.input<typeof confirmed>;

const previewed = z.object({ kind: z.enum(['merge', 'replace']) });
const confirmed = previewed.extend({ force: z.boolean(), expectedLastRun: z.number() });

/** Compares an uploaded register file with the register, and changes nothing. */
export async function previewRegisterFile(context: JobContext): Promise<JobOutcome> {
  const { kind } = previewed.parse(context.parameters);
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

/** Imports an uploaded register file whose difference somebody has seen. */
export async function importRegisterFile(context: JobContext): Promise<JobOutcome> {
  const { kind, force, expectedLastRun } = confirmed.parse(context.parameters);
  const file = requireUpload(context);
  const { run, counts } = await importRegister(context.database.writer, fileBytes(file.path), {
    kind,
    force,
    expectedLastRun,
    source: file.name,
    maxMissing: settings().maxMissing,
    clock: now,
    actor: context.actor,
    onProgress: context.report,
    inTransaction: (db, imported) => context.finishWithin(db, importOutcome(file.name, imported)),
  });
  return importOutcome(file.name, { run, counts });
}

/** What came of an import of a register file. */
export function importOutcome(file: string, { run, counts }: Pick<ImportReport, 'run' | 'counts'>): JobOutcome {
  return { code: 'register-imported', file, run, counts };
}
