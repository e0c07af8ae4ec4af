import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { importCoverage } from '#flows/broadband/import/import-coverage.ts';
import type { ImportedFacts } from '#lib/broadband/import/imported.ts';
import { importRequest } from '#lib/broadband/import/mapping/requests.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

/** Makes a version from an uploaded file on top of what is published, ready to be checked and published. */
export async function importCoverageFile(context: JobContext): Promise<JobOutcome> {
  const { database, actor, nowMs, report, finishWithin } = context;
  const { inspection, ...given } = importRequest.parse(context.parameters);
  const { path, name, mostBytes } = requireUpload(context);
  const imported = await importCoverage(database, coverageFileAt(path, name, mostBytes), {
    ...given,
    isExplained: inspection !== undefined,
    nowMs,
    actor,
    onProgress: report,
    onImported: (db, made) => finishWithin(db, outcomeOf(made)),
  });
  return outcomeOf(imported);
}

function outcomeOf({ id, layers, newProviders, report, format, projection, notes }: ImportedFacts): JobOutcome {
  return { code: 'coverage-imported', id, layers, newProviders, report, format, projection, notes };
}
