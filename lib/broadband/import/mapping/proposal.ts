import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type FieldName, fieldNames, requiredFields } from '#lib/broadband/import/offers/offer-fields.ts';
import type { OpenProposal } from '#lib/words/controls.ts';
import type { GuessReason } from '#lib/words/coverage/notes.ts';
import { type ColumnChoice, writeColumnChoice } from './column-choice.ts';
import { plainName } from './column-names.ts';
import type { ColumnFacts } from './column-survey.ts';
import { guessColumns, type KnownNames } from './guess-columns.ts';
import { availabilityMeant, technologyMeant, wholesaleMeant } from './value-words.ts';

/** One of a column's values, and what it seems to mean in our terms. */
export interface ValueProposal {
  readonly from: string;
  /** How many features have it. */
  readonly count: number;
  /** Undefined if it is unknown. */
  readonly to: string | undefined;
  /** Whether a person must confirm it. */
  readonly mustConfirm: boolean;
}

/** The column that a field seems to be read from. */
export interface FieldProposal {
  readonly field: FieldName;
  /** The column, as `SPEED` or `SPEED[second,kbps]`; undefined if none seems to have it. */
  readonly column: string | undefined;
  readonly reasons: readonly GuessReason[];
  /** Whether a person must confirm it. */
  readonly mustConfirm: boolean;
  /** Only for providers, and for fields with a fixed set of values. */
  readonly values: readonly ValueProposal[];
  /** Whether every offer needs it, from a column or as one value for the whole file. */
  readonly isRequired: boolean;
}

/**
 * Which columns of a file seem to be the fields, and what their values seem to mean. Only what is named and written as
 * in the API is certain; a person confirms everything else.
 */
export function proposeMapping(columns: readonly ColumnFacts[], known: KnownNames): FieldProposal[] {
  const guesses = guessColumns(columns, known);
  return fieldNames.map((field) => {
    const guess = guesses.get(field);
    const column = columns.find(({ name }) => name === guess?.choice.column);
    return {
      field,
      column: guess === undefined ? undefined : writeColumnChoice(guess.choice),
      reasons: guess?.reasons ?? [],
      mustConfirm: guess !== undefined && !isCertain(field, guess.choice),
      values: column === undefined ? [] : proposeValues(field, column, known),
      isRequired: requiredFields.includes(field),
    };
  });
}

/** Whether a column is named like the field, apart from capitals and separators, and is used as it is. */
function isCertain(field: FieldName, { column, part, unit }: ColumnChoice): boolean {
  return plainName(column) === plainName(field) && part === undefined && unit === undefined;
}

/** What the values of a column would mean as those of a field; empty for fields without a fixed set of values. */
export function proposeValues(
  field: FieldName,
  { values }: Pick<ColumnFacts, 'values'>,
  known: KnownNames,
): ValueProposal[] {
  return values.flatMap(({ value, count }) => {
    const proposed = proposeValue(field, value, known);
    return proposed === undefined ? [] : [{ from: value, count, ...proposed }];
  });
}

function proposeValue(
  field: FieldName,
  value: string,
  { technologies, isKnownProvider }: KnownNames,
): Pick<ValueProposal, 'to' | 'mustConfirm'> | undefined {
  switch (field) {
    case 'technology': {
      const own = technologies.find((name) => foldName(name) === foldName(value));
      return { to: own ?? technologyMeant(value, technologies), mustConfirm: own === undefined };
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

/** What a person has to confirm of the proposals. */
export function openProposals(proposals: readonly FieldProposal[]): OpenProposal[] {
  return proposals.flatMap(({ field, column, mustConfirm, values }) => {
    if (column === undefined) return [];
    const meanings = values.flatMap(({ from, to, mustConfirm: isOpen }) =>
      isOpen && to !== undefined ? [{ from, to }] : [],
    );
    if (!mustConfirm && meanings.length === 0) return [];
    return [{ field, column: mustConfirm ? column : undefined, meanings }];
  });
}
