import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type FieldName, fieldNames, optionOf } from '#lib/broadband/import/offers/offer-fields.ts';
import { type ColumnChoice, writeColumnChoice } from './column-choice.ts';
import { plainName } from './column-names.ts';
import type { ColumnFacts } from './column-survey.ts';
import { guessColumns } from './guess-columns.ts';
import { availabilityMeant, technologyMeant, wholesaleMeant } from './value-words.ts';

/** What is known beside the file when a mapping is proposed. */
export interface ProposalFacts {
  readonly columns: readonly ColumnFacts[];
  /** Names of the technologies in use. */
  readonly technologies: readonly string[];
  /** Whether a provider of that name, or alias, is known. */
  isKnownProvider(name: string): boolean;
}

/** One of a column's values, and which of ours it seems to mean. */
export interface ValueProposal {
  readonly from: string;
  /** How many features have it. */
  readonly count: number;
  /** Undefined where nothing is known of it. */
  readonly to: string | undefined;
  /** Whether a person must say that it means that. */
  readonly mustConfirm: boolean;
}

/** From where a field seems to be read. */
export interface FieldProposal {
  readonly field: FieldName;
  /** The column, as `SPEED` or `SPEED[second,kbps]`; undefined where none seems to hold it. */
  readonly column: string | undefined;
  /** Why, in half sentences for people. */
  readonly reasons: readonly string[];
  /** Whether a person must say that it is so. */
  readonly mustConfirm: boolean;
  /** Only for fields that have a set of values, and for providers. */
  readonly values: readonly ValueProposal[];
  /** Whether every offer needs it, from a column or as a constant. */
  readonly isRequired: boolean;
}

/** What an offer must have; the others may be left out. */
export const requiredFields: readonly FieldName[] = [
  ...(['technology', 'provider', 'availability', 'bandwidth_min_mbps', 'bandwidth_max_mbps'] as const),
  ...(['bandwidth_up_min_mbps', 'bandwidth_up_max_mbps'] as const),
];

/**
 * Which columns of a file seem to hold the fields, and what their values seem to mean. Only what is named and written as
 * the API has it is certain; everything else a person confirms.
 */
export function proposeMapping(facts: ProposalFacts): FieldProposal[] {
  const guesses = guessColumns(facts);
  return fieldNames.map((field) => {
    const guess = guesses.get(field);
    const column = facts.columns.find(({ name }) => name === guess?.choice.column);
    return {
      field,
      column: guess === undefined ? undefined : writeColumnChoice(guess.choice),
      reasons: guess?.reasons ?? [],
      mustConfirm: guess !== undefined && !isCertain(field, guess.choice),
      values: column === undefined ? [] : proposeValues(field, column, facts),
      isRequired: requiredFields.includes(field),
    };
  });
}

/** Whether a column is named as the field but for capitals and separators, and taken as it is. */
function isCertain(field: FieldName, { column, part, unit }: ColumnChoice): boolean {
  return plainName(column) === plainName(field) && part === undefined && unit === undefined;
}

/** What the values of a column would mean as those of a field; none for fields without a set of values. */
export function proposeValues(
  field: FieldName,
  { values }: Pick<ColumnFacts, 'values'>,
  facts: Omit<ProposalFacts, 'columns'>,
): ValueProposal[] {
  return values.flatMap(({ value, count }) => {
    const proposed = proposeValue(field, value, facts);
    return proposed === undefined ? [] : [{ from: value, count, ...proposed }];
  });
}

function proposeValue(
  field: FieldName,
  value: string,
  { technologies, isKnownProvider }: Omit<ProposalFacts, 'columns'>,
): Pick<ValueProposal, 'to' | 'mustConfirm'> | undefined {
  switch (field) {
    case 'technology': {
      const own = technologies.find((name) => foldName(name) === foldName(value));
      const to = own ?? technologyMeant(value, technologies);
      return { to, mustConfirm: own === undefined };
    }
    case 'availability':
    case 'wholesale_network': {
      const to = field === 'availability' ? availabilityMeant(value) : wholesaleMeant(value);
      return { to, mustConfirm: to === undefined || foldName(to) !== foldName(value) };
    }
    case 'provider': {
      const isKnown = isKnownProvider(value);
      return { to: isKnown ? value : undefined, mustConfirm: !isKnown };
    }
  }
  return undefined;
}

/** The options of the command line that say what a proposal says; those that need no saying are left out. */
export function optionsOf(proposals: readonly FieldProposal[]): string[] {
  return proposals.flatMap(({ field, column, mustConfirm, values }) => {
    if (column === undefined) return [];
    const map = mustConfirm ? [`--map ${shellWord(`${field}=${column}`)}`] : [];
    const meanings = values.flatMap(({ from, to, mustConfirm: isOpen }) =>
      isOpen && to !== undefined ? [`--value ${shellWord(`${field}:${from}=${to}`)}`] : [],
    );
    return [...map, ...meanings];
  });
}

/** Fields that every offer needs and for which nothing is proposed, with the option that gives them a constant. */
export function openFields(proposals: readonly FieldProposal[]): { field: FieldName; option: string }[] {
  return proposals
    .filter(({ column, isRequired }) => isRequired && column === undefined)
    .map(({ field }) => ({ field, option: optionOf[field] }));
}

function shellWord(text: string): string {
  return /^[\w=:+./,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
