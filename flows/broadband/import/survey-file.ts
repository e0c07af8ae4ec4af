import { getRememberedChoices } from '#db/broadband/remembered-choices.ts';
import type { Db } from '#db/client.ts';
import {
  type CoverageChoices,
  joinChoices,
  noChoices,
  readingChoicesOf,
} from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { FieldRules } from '#lib/broadband/import/offers/parse-offer.ts';
import { type Reading, readThrough } from '#lib/broadband/import/read-source.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import { Survey } from '#lib/broadband/import/survey.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { featureProgress } from './coverage-file.ts';

/** The reading of a file, and the choices that were used in the end. */
export interface SurveyedFile {
  readonly reading: Reading<Survey>;
  readonly choices: CoverageChoices;
  /** What was taken from an earlier file, and from the defaults of providers. */
  readonly notes: readonly ReadingNote[];
  /** Whether a person has said of every field what it is read from, of this file or of an earlier one with its columns. */
  readonly isExplained: boolean;
}

interface Surveying {
  /** Whether a person has said of every field what it is read from. */
  readonly isExplained: boolean;
  readonly onProgress: ShowProgress | undefined;
  /** How features become offers, according to the choices. */
  rulesOf(choices: CoverageChoices): FieldRules;
}

/**
 * Reads a file according to the choices. If that leaves fields open that every offer needs, columns that are named like
 * the fields apart from capitals and separators are used, and what was chosen for the provider's earlier file with the
 * same columns; the file is then read again. Nothing else is guessed. A default speed of the provider is taken last (N18):
 * unless a person has explained the file, a speed that only the default gives counts as open.
 */
export async function surveyFile(
  db: Db,
  source: CoverageSource,
  choices: CoverageChoices,
  { isExplained, rulesOf, onProgress }: Surveying,
): Promise<SurveyedFile> {
  const read = (chosen: CoverageChoices) => {
    const rules = rulesOf(chosen);
    return readThrough(source, readingChoicesOf(chosen), () => new Survey(rules), featureProgress(source, onProgress));
  };
  const first = await read(choices);
  const { survey, placement } = first;
  const open = isExplained ? survey.missingFields() : survey.openFields();
  const asGiven = surveyed(first, choices, isExplained);
  if (open.length === 0 && !survey.isMisplaced(placement)) return asGiven;

  const named = joinChoices(choices, { ...noChoices, columns: certainColumns(survey, open) });
  const remembered = getRememberedChoices(db, survey.columns.names, givenProvider(choices));
  if (remembered !== undefined) {
    const { providers, usedAt } = remembered;
    const joined = joinChoices(named, remembered.choices);
    const reading = await read(joined);
    const theirs = new Set(providers.map(foldName));
    if (reading.survey.layers.every(({ provider }) => theirs.has(foldName(provider.name))))
      return surveyed(reading, joined, true, [{ code: 'remembered-choices', provider: providers[0] ?? '', usedAt }]);
  }
  if (Object.keys(named.columns).length === Object.keys(choices.columns).length) return asGiven;
  return surveyed(await read(named), named, isExplained);
}

function surveyed(
  reading: SurveyedFile['reading'],
  choices: CoverageChoices,
  isExplained: boolean,
  notes: readonly ReadingNote[] = [],
): SurveyedFile {
  const defaulted = reading.survey.defaulted.map((used) => ({ code: 'default-speeds' as const, ...used }));
  return { reading, choices, isExplained, notes: [...notes, ...defaulted] };
}

/** Columns that are named like the open fields, apart from capitals and separators. */
function certainColumns(survey: Survey, open: readonly FieldName[]): CoverageChoices['columns'] {
  const certain = survey.propose().filter(({ field, mustConfirm }) => !mustConfirm && open.includes(field));
  return Object.fromEntries(certain.flatMap(({ field, column }) => (column === undefined ? [] : [[field, column]])));
}

function givenProvider({ constants }: CoverageChoices): string | undefined {
  return typeof constants.provider === 'string' ? constants.provider : undefined;
}
