import { readProviders } from '#db/broadband/providers.ts';
import { getRememberedChoices } from '#db/broadband/remembered-choices.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import type { Connection, Connections } from '#db/client.ts';
import { FileSurvey, type FoundCoverage, type Inspection } from '#lib/broadband/import/inspection.ts';
import { type CoverageChoices, readingChoicesOf } from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { readThrough } from '#lib/broadband/import/read-source.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { featureProgress, reportReading } from './coverage-file.ts';
import { hashedFile, openCoverage } from './open-coverage.ts';

/**
 * What a coverage file contains, which columns seem to be which fields, and what is wrong with it. Changes nothing, and
 * works while an import runs.
 *
 * @param choices what was already chosen: layer, reference system, encoding, columns of places
 * @throws Refusal for a file that cannot be read at all
 */
export async function inspectCoverage(
  { writer }: Connections,
  given: SourceFile,
  choices: CoverageChoices,
  onProgress?: ShowProgress,
): Promise<Inspection> {
  const { name, bytes } = given;
  const file = hashedFile(given);
  const onHashed = (done: number) => onProgress?.('read-file', done, bytes);
  let source: CoverageSource;
  try {
    const reported = reportReading(file, 'check-file', onProgress);
    source = await openCoverage(writer, reported, readingChoicesOf(choices));
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.reason.code === 'layers-to-choose')) throw fault;
    return { name, bytes, sha256: await file.digest(onHashed), found: null, layers: fault.reason.layers };
  }
  try {
    const found = await readFound(writer, source, choices, onProgress);
    return { name, bytes, sha256: await file.digest(onHashed), found, layers: source.layers };
  } finally {
    source.close();
  }
}

async function readFound(
  { db }: Connection,
  source: CoverageSource,
  choices: CoverageChoices,
  onProgress: ShowProgress | undefined,
): Promise<FoundCoverage> {
  const known = readProviders(db);
  const { survey, placement } = await readThrough(
    source,
    readingChoicesOf(choices),
    () => new FileSurvey(),
    featureProgress(source, onProgress),
  );
  const found = survey.finish(source, placement, {
    technologies: technologiesInUse({ db }).map(({ name }) => name),
    isKnownProvider: (name) => known.has(foldName(name)),
  });
  const { provider } = choices.constants;
  const remembered = getRememberedChoices(db, survey.columnNames, typeof provider === 'string' ? provider : undefined);
  return { ...found, remembered: remembered ?? null };
}
