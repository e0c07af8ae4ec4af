import { getRememberedChoices } from '#db/broadband/remembered-choices.ts';
import type { Db } from '#db/client.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import {
  type CoverageChoices,
  joinChoices,
  noChoices,
  readingChoicesOf,
} from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { FieldRules } from '#lib/broadband/import/offers/parse-offer.ts';
import { type Reading, readThrough } from '#lib/broadband/import/read-source.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import { Survey } from '#lib/broadband/import/survey.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** A file's first reading, and what was chosen for it in the end. */
export interface SurveyedFile {
  readonly reading: Reading<Survey>;
  readonly choices: CoverageChoices;
  /** What was taken over from an earlier file; whole sentences. */
  readonly notes: readonly string[];
}

export interface Surveying extends Pick<CoverageWriting, 'onProgress'> {
  /** How features become offers by what was chosen. */
  rulesOf(choices: CoverageChoices): FieldRules;
}

/** Tells how far a reading is where that is no matter of bytes: a GeoPackage is read by SQLite. */
export function featureProgress(
  { format, layers, layerName }: CoverageSource,
  onProgress: CoverageWriting['onProgress'],
): ((features: number) => void) | undefined {
  if (format !== 'GeoPackage') return undefined;
  const total = layers.find(({ name }) => name === layerName)?.features ?? 0;
  return (features) => onProgress?.('check-features', features, total);
}

/**
 * Reads a file by what was chosen. Where that leaves fields open which every offer needs, columns that are named as the
 * fields but for capitals and separators are taken, and what was chosen for the provider's earlier file with the same
 * columns; the file is read again by that. Nothing else is guessed.
 */
export async function surveyFile(
  db: Db,
  source: CoverageSource,
  choices: CoverageChoices,
  { rulesOf, onProgress }: Surveying,
): Promise<SurveyedFile> {
  const read = (chosen: CoverageChoices) => {
    const rules = rulesOf(chosen);
    return readThrough(source, readingChoicesOf(chosen), () => new Survey(rules), featureProgress(source, onProgress));
  };
  const first = await read(choices);
  const { taker: survey, placement } = first;
  if (survey.missingFields().length === 0 && !survey.isMisplaced(placement))
    return { reading: first, choices, notes: [] };

  const named = joinChoices(choices, { ...noChoices, columns: certainColumns(survey) });
  const remembered = getRememberedChoices(db, survey.columns.names, givenProvider(choices));
  if (remembered !== undefined) {
    const joined = joinChoices(named, remembered.choices);
    const reading = await read(joined);
    const theirs = new Set(remembered.providers.map(foldName));
    if (reading.taker.layers.every(({ provider }) => theirs.has(foldName(provider.name)))) {
      const day = formatAuckland(remembered.usedAt).slice(0, 10);
      const note = `What was not chosen is as for the last file of ${remembered.providers[0]} with these columns (${day}).`;
      return { reading, choices: joined, notes: [note] };
    }
  }
  if (Object.keys(named.columns).length === Object.keys(choices.columns).length)
    return { reading: first, choices, notes: [] };
  return { reading: await read(named), choices: named, notes: [] };
}

/** Columns that are named as the missing fields but for capitals and separators. */
function certainColumns(survey: Survey): CoverageChoices['columns'] {
  const missing = survey.missingFields();
  const certain = survey.propose().filter(({ field, mustConfirm }) => !mustConfirm && missing.includes(field));
  return Object.fromEntries(certain.flatMap(({ field, column }) => (column === undefined ? [] : [[field, column]])));
}

function givenProvider({ constants }: CoverageChoices): string | undefined {
  return typeof constants.provider === 'string' ? constants.provider : undefined;
}
