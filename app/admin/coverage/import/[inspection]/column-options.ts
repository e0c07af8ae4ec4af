import { writeColumnChoice } from '#lib/broadband/import/mapping/column-choice.ts';
import type { ColumnFacts } from '#lib/broadband/import/mapping/column-survey.ts';
import { fittingColumns } from '#lib/broadband/import/mapping/fitting-columns.ts';
import { type FieldName, isSpeedField } from '#lib/broadband/import/offers/offer-fields.ts';

const [examplesShown, longestOption] = [3, 60];

/**
 * The columns that a field may be read from, each with examples of its values: those that fit it, and the chosen one.
 *
 * @param chosen the name of the column that is chosen; undefined for none
 */
export function columnOptions(
  field: FieldName,
  columns: readonly ColumnFacts[],
  chosen: string | undefined,
): { value: string; label: string }[] {
  const fitting = new Set(fittingColumns(field, columns));
  const offered = columns.filter((column) => fitting.has(column) || column.name === chosen);
  const none = { value: '', label: 'Not in the file' };
  const options = offered.flatMap((column) => {
    const { name, pairs } = column;
    const entire = { value: name, label: cut(`${name}: ${shown(column)}`) };
    if (pairs === 0 || !isSpeedField(field)) return [entire];
    const parts = (['first', 'second'] as const).map((part) => ({
      value: writeColumnChoice({ column: name, part }),
      label: cut(`${name}, the ${part} speed: ${shown(column)}`),
    }));
    return [...parts, entire];
  });
  // a column with exactly that name is always read
  return columns.some(({ name }) => name === field) ? options : [none, ...options];
}

/** Some values of a column and how many features have each; for numbers also their range. */
export function examplesOf({ values, hasMore, numbers, filled, least, most }: ColumnFacts): string {
  if (filled === 0) return 'nothing; it is always blank';
  const some = values
    .slice(0, 5)
    .map(({ value, count }) => `${value} (${count.toLocaleString('en-NZ')})`)
    .join(', ');
  const more = hasMore || values.length > 5 ? ', …' : '';
  const range = numbers === filled && least !== most ? `; from ${least} to ${most}` : '';
  return `${some}${more}${range}`;
}

function shown({ values, hasMore }: ColumnFacts): string {
  const some = values.slice(0, examplesShown).map(({ value }) => value);
  return `${some.join(', ')}${hasMore || values.length > examplesShown ? ', …' : ''}`;
}

function cut(text: string): string {
  return text.length > longestOption ? `${text.slice(0, longestOption - 1)}…` : text;
}
