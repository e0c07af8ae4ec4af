import { writeColumnChoice } from '#lib/broadband/import/mapping/column-choice.ts';
import type { ColumnFacts } from '#lib/broadband/import/mapping/column-survey.ts';
import { isSpeedField } from '#lib/broadband/import/mapping/field-words.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';

const [examplesShown, longestOption] = [3, 60];

/** The columns that a field may be read from, each with what it holds. */
export function columnOptions(field: FieldName, columns: readonly ColumnFacts[]): { value: string; label: string }[] {
  const none = { value: '', label: 'Not in the file' };
  const options = columns.flatMap((column) => {
    const { name, pairs } = column;
    const whole = { value: name, label: cut(`${name}: ${shown(column)}`) };
    if (pairs === 0 || !isSpeedField(field)) return [whole];
    const parts = (['first', 'second'] as const).map((part) => ({
      value: writeColumnChoice({ column: name, part }),
      label: cut(`${name}, the ${part} speed: ${shown(column)}`),
    }));
    return [...parts, whole];
  });
  // a column of exactly that name is read anyway
  return columns.some(({ name }) => name === field) ? options : [none, ...options];
}

/** Some values of a column, with how many features have each; or from where to where its numbers go. */
export function examplesOf({ values, hasMore, numbers, filled, least, most }: ColumnFacts): string {
  if (filled === 0) return 'nothing; it is blank everywhere';
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
