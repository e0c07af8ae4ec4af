import { readProviders } from '#db/broadband/provider-names.ts';
import { getRememberedChoices } from '#db/broadband/remembered-choices.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import type { Connections } from '#db/client.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { FileSurvey } from '#lib/broadband/import/file-survey.ts';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import { SeveralLayers } from '#lib/broadband/import/layer-choice.ts';
import { type CoverageChoices, readingChoicesOf } from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { readThrough } from '#lib/broadband/import/read-source.ts';
import type { CoverageSource, SourceLayer } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { digestOf, reportReading } from './coverage-file.ts';
import { openCoverage } from './open-coverage.ts';
import { featureProgress } from './survey-file.ts';

/**
 * What a file of coverage holds, which columns seem to be which fields, and what is wrong with it. Changes nothing, and
 * may be asked while an import is at work.
 *
 * @param choices what is chosen already: the layer, the reference system, the encoding, columns of places
 * @throws Refusal for a file that cannot be read at all
 */
export async function inspectCoverage(
  { writer }: Connections,
  file: SourceFile,
  choices: CoverageChoices,
  onProgress?: CoverageWriting['onProgress'],
): Promise<Inspection> {
  const { name, bytes } = file;
  const sha256 = await digestOf(reportReading(file, 'read-file', onProgress));
  const of = { name, bytes, sha256 };
  const told = reportReading(file, 'check-file', onProgress);
  const opened = await openOrList(writer, told, choices);
  if (!opened.ok) return { ...of, found: null, layers: opened.layers };
  const { source } = opened;
  try {
    const found = await look(writer, source, choices, onProgress);
    return { ...of, found, layers: source.layers };
  } finally {
    source.close();
  }
}

type Opened =
  | { readonly ok: true; readonly source: CoverageSource }
  | { readonly ok: false; readonly layers: readonly SourceLayer[] };

async function openOrList(writer: Connections['writer'], file: SourceFile, choices: CoverageChoices): Promise<Opened> {
  try {
    return { ok: true, source: await openCoverage(writer, file, readingChoicesOf(choices)) };
  } catch (fault) {
    if (fault instanceof SeveralLayers) return { ok: false, layers: fault.layers };
    throw fault;
  }
}

async function look(
  { db }: Connections['writer'],
  source: CoverageSource,
  choices: CoverageChoices,
  onProgress: CoverageWriting['onProgress'],
): Promise<FoundCoverage> {
  const known = readProviders(db);
  const { taker, placement } = await readThrough(
    source,
    readingChoicesOf(choices),
    () => new FileSurvey(),
    featureProgress(source, onProgress),
  );
  const isKnownProvider = (name: string) => known.has(foldName(name));
  const found = taker.finish(source, placement, {
    technologies: technologiesInUse({ db }).map(({ name }) => name),
    isKnownProvider,
  });
  const { provider } = choices.constants;
  const remembered = getRememberedChoices(db, taker.columnNames, typeof provider === 'string' ? provider : undefined);
  return { ...found, remembered: remembered ?? null };
}
