import { z } from 'zod';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { type ImportPreview, importRegister, previewImport } from '#flows/registry/import-register.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { countsLine, missingLines } from '#lib/registry/import/report-words.ts';
import { type JobContext, requireUpload } from './runner.ts';

/** What somebody asks for who wants a file compared. */
export type PreviewParameters = z.input<typeof previewed>;
/** What somebody asks for who has seen the difference. */
export type ConfirmedParameters = z.input<typeof confirmed>;

const previewed = z.object({ kind: z.enum(['merge', 'replace']) });
const confirmed = previewed.extend({ force: z.boolean(), expectedLastRun: z.number() });

/** What a preview found, for the screen that shows the difference. */
export interface PreviewData extends ImportPreview {
  readonly kind: PreviewParameters['kind'];
}

/** Compares an uploaded register file with what stands, and changes nothing. */
export async function previewRegisterFile(context: JobContext): Promise<JobOutcome> {
  const { kind } = previewed.parse(context.parameters);
  const file = requireUpload(context);
  const found = await previewImport(context.database.reader, fileBytes(file.path), {
    kind,
    source: file.name,
    maxMissing: settings().maxMissing,
    clock: now,
    onProgress: stageReport(context),
  });
  return {
    sentence: `${file.name} was compared with the register. Nothing was changed yet.`,
    notes: [countsLine(found.counts)],
    next: { href: `/admin/register/feeds/preview/${context.work}`, words: 'See the difference' },
    data: { ...found, kind } satisfies PreviewData,
  };
}

/** Imports an uploaded register file whose difference was looked at. */
export async function importRegisterFile(context: JobContext): Promise<JobOutcome> {
  const { kind, force, expectedLastRun } = confirmed.parse(context.parameters);
  const file = requireUpload(context);
  let outcome: JobOutcome = { sentence: '', notes: [] };
  await importRegister(context.database.writer, fileBytes(file.path), {
    kind,
    force,
    expectedLastRun,
    source: file.name,
    maxMissing: settings().maxMissing,
    clock: now,
    actor: context.actor,
    onProgress: stageReport(context),
    inTransaction(db, { run, counts }) {
      outcome = importOutcome(file.name, run, counts);
      context.finishWithin(db, outcome);
    },
  });
  return outcome;
}

/** What came of an import of a register file. */
export function importOutcome(name: string, run: number, counts: Readonly<Record<string, number>>): JobOutcome {
  return {
    sentence: `${name} was imported as run ${run}.`,
    notes: [countsLine(counts), ...missingLines(counts)],
    next: { href: `/admin/register/feeds/${run}`, words: 'See what it changed' },
  };
}

/** Tells the stages of a change of the register in the words of long work. */
export function stageReport({ report }: Pick<JobContext, 'report'>) {
  return (stage: string, done: number, total: number) => report(`${stage} names:`, done, total);
}
