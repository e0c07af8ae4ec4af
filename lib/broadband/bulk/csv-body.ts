import { type CsvHead, csvHeadOf } from '#lib/row-files/csv-head.ts';

/** The most points or addresses of one request. */
export const mostPlaces = 10_000;

/** In characters. No line of column names is longer. */
const longestHead = 10_000;

/** How the columns of a bulk request in CSV are separated, and what its first line would call them. */
export function headOfBody(text: string): CsvHead {
  return csvHeadOf(text.slice(0, longestHead));
}

/**
 * The lines of a bulk request in CSV, without its head and empty lines at the end; of one that is too long at least one
 * more than may be asked.
 *
 * @param headLines how many lines the head has; empty lines before and between them do not count
 */
export function rowsBelow(text: string, headLines: number): string[] {
  const whole = text.trimEnd();
  const endOfLine = (from: number) => {
    const end = whole.indexOf('\n', from);
    return end === -1 ? whole.length : end;
  };
  let from = 0;
  for (let left = headLines; left > 0 && from < whole.length; ) {
    const end = endOfLine(from);
    if (whole.slice(from, end).trim() !== '') left--;
    from = end + 1;
  }
  const rows: string[] = [];
  while (from < whole.length && rows.length <= mostPlaces) {
    const end = endOfLine(from);
    rows.push(whole.slice(from, end));
    from = end + 1;
  }
  return rows;
}
