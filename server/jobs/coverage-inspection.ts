import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import type { Inspection } from '#lib/broadband/import/inspection.ts';
import { inspectionRequest } from '#lib/broadband/import/mapping/requests.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

/**
 * Looks at an uploaded file before it is imported: the outcome's data are an `Inspection`, which the screen that matches
 * columns and values asks a person about. Nothing is changed.
 */
export async function inspectCoverageFile(context: JobContext): Promise<JobOutcome> {
  const { choices } = inspectionRequest.parse(context.parameters);
  const { path, name, mostBytes } = requireUpload(context);
  const data: Inspection = await inspectCoverage(
    context.database,
    coverageFileAt(path, name, mostBytes),
    choices,
    context.report,
  );
  return {
    sentence: `${name} was looked at. Nothing was changed yet.`,
    notes: data.found?.notes ?? [],
    next: { href: `/admin/coverage/import/${context.work}`, words: 'Say what it means' },
    data,
  };
}
