import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { type FieldName, isSpeedField, isValuedField } from '#lib/broadband/import/offers/offer-fields.ts';
import type { ColumnFacts } from './column-survey.ts';
import { availabilityMeant } from './value-words.ts';

/**
 * The columns of a file that a field can be read from: for a speed those with numbers or speeds, for a completion those with
 * dates or words, and so on. A column that is always blank fits no field.
 */
export function fittingColumns(field: FieldName, columns: readonly ColumnFacts[]): ColumnFacts[] {
  return columns.filter((column) => column.filled > 0 && isFitting(field, column));
}

function isFitting(field: FieldName, column: ColumnFacts): boolean {
  const { name, filled, numbers, pairs, hasMore } = column;
  if (name === field) return true;
  if (isSpeedField(field)) return numbers > 0 || pairs > 0 || hasValue(column, (text) => parseSpeed(text).ok);
  // each of their values is given a meaning
  if (isValuedField(field)) return !hasMore && !isOfDaysOrLinks(column);
  switch (field) {
    case 'url':
      return hasValue(column, isWebAddress);
    case 'timing_id':
      return numbers === filled;
    case 'completion':
      return hasValue(column, isTimeLike);
    default:
      // a provider is a name: no number, day, link or state
      return (
        numbers < filled &&
        !isOfDaysOrLinks(column) &&
        !hasValue(column, (text) => isWebAddress(text) || availabilityMeant(text) !== undefined)
      );
  }
}

/** Whether a column has only days, or only web addresses. */
function isOfDaysOrLinks({ values }: ColumnFacts): boolean {
  return [isDay, isWebAddress].some((isOne) => values.every(({ value }) => isOne(value)));
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text);

const hasValue = ({ values }: ColumnFacts, isLike: (text: string) => boolean) =>
  values.some(({ value }) => isLike(value));

const year = /(^|\D)(19|20)\d\d(\D|$)/;
const dayOfYear = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
const isDay = (text: string) => dayOfYear.test(text) || /^(19|20)\d\d-\d\d-\d\d/.test(text);
const partOfYear =
  /\b(q[1-4]|h[12]|quarter|half|jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|tb[ac]|unknown|soon|later)\b/i;

/** Whether a text says when: a date, a year, a month, a quarter, or that it is not known yet; also 20271231. */
function isTimeLike(text: string): boolean {
  return (
    year.test(text) || dayOfYear.test(text) || partOfYear.test(text) || /^(19|20)\d\d(0\d|1[0-2])([0-3]\d)?$/.test(text)
  );
}
