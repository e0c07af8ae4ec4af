import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import { inspectionRequest } from '#lib/broadband/import/mapping/requests.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

/**
 * Reads an uploaded file before it is imported. The outcome is an `Inspection`, with which a screen asks a person what
 * the columns and values mean. Nothing is changed.
 */
export async function inspectCoverageFile(context: JobContext): Promise<JobOutcome> {
  const { choices } = inspectionRequest.parse(context.parameters);
  const { path, name, mostBytes } = requireUpload(context);
  const inspection = await inspectCoverage(
    context.database,
    coverageFileAt(path, name, mostBytes),
    choices,
    context.report,
  );
  return { code: 'coverage-inspected', inspection };
}
