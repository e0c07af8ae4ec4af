import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { type ImportedFacts, type ImportedLayer, importCoverage } from '#flows/broadband/import/import-coverage.ts';
import { importRequest } from '#lib/broadband/import/mapping/requests.ts';
import { importNotes } from '#lib/broadband/import/report-words.ts';
import { counted } from '#lib/counted.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

/** Makes a version from an uploaded file on top of what is published, ready to be looked at and published. */
export async function importCoverageFile(context: JobContext): Promise<JobOutcome> {
  const { database, actor, nowMs, report, finishWithin } = context;
  const { mode, newProviders, choices, delivery, asOf } = importRequest.parse(context.parameters);
  const { path, name, mostBytes } = requireUpload(context);
  const imported = await importCoverage(database, coverageFileAt(path, name, mostBytes), {
    ...{ nowMs, actor, onProgress: report, mode, newProviders, choices },
    ...(delivery === undefined ? {} : { delivery }),
    ...(asOf === undefined ? {} : { asOf }),
    onImported: (db, made) => finishWithin(db, outcomeOf(made)),
  });
  return outcomeOf(imported);
}

function outcomeOf(imported: ImportedFacts): JobOutcome {
  const { id, baseId, layers, newProviders } = imported;
  return {
    sentence: `Coverage version ${id} is ready to be published.`,
    notes: [
      ...layers.map(describeLayer),
      ...newProviders.map((provider) => `${provider} is a new provider.`),
      ...importNotes(imported),
    ],
    next: { href: `/admin/coverage/versions/${id}`, words: 'See what it changes' },
    data: { versionId: id, baseId: baseId ?? null },
  };
}

function describeLayer({ technology, provider, delivery, offers, parts, vertices }: ImportedLayer): string {
  const size = `${counted(offers, 'offer')}, ${counted(parts, 'area')}, ${counted(vertices, 'vertex', 'vertices')}`;
  return `${technology} of ${provider}, delivery “${delivery}”: ${size}.`;
}
