/** How the numbers of a column are written; `either` where a column has both ways. */
export type DecimalMark = '.' | ',' | 'either';

export interface DecimalMarks {
  /** The mark of each column. */
  readonly marks: readonly DecimalMark[];
  /** The columns in which a decimal comma was seen. */
  readonly withCommas: readonly number[];
}

/** Marks between thousands besides the other decimal mark: blanks, also those that do not break, and apostrophes. */
const blank = "[ \\u00a0\\u202f'’]";

const withComma = new RegExp(`^[+-]?(\\d+|\\d{1,3}([.]\\d{3})+|\\d{1,3}(${blank}\\d{3})+),\\d+$`);
const withPoint = new RegExp(`^[+-]?(\\d+|\\d{1,3}([,]\\d{3})+|\\d{1,3}(${blank}\\d{3})+)\\.\\d+$`);
const groupedByCommas = /^[+-]?\d{1,3}(,\d{3})+$/;
const groupedByPoints = /^[+-]?\d{1,3}(\.\d{3})+$/;

/** No number is longer, but areas are. */
const longest = 40;

/**
 * How the numbers of each column are written, judged by some rows. `174,25` and `1.234,5` have a decimal comma, `174.25` and
 * `1,234.5` a point. `1,234` may be either: it has a comma in a table separated by semicolons, which are used where the comma
 * is in numbers. A column without such numbers follows the others, if these agree.
 *
 * @param count how many columns there are
 */
export function decimalMarks(rows: readonly (readonly string[])[], count: number, delimiter: string): DecimalMarks {
  const found = Array.from({ length: count }, (_, column) => {
    const marks = new Set(rows.map((values) => markOf(values[column] ?? '', delimiter)));
    return { comma: marks.has(','), point: marks.has('.') };
  });
  const isComma = found.some(({ comma }) => comma) && !found.some(({ point }) => point);
  const marks = found.map(({ comma, point }): DecimalMark => {
    if (comma && point) return 'either';
    return comma || (isComma && !point) ? ',' : '.';
  });
  return { marks, withCommas: [...found.keys()].filter((column) => found[column]?.comma) };
}

/** The decimal mark that a text surely has. */
function markOf(text: string, delimiter: string): ',' | '.' | undefined {
  if (text.length > longest) return undefined;
  const plain = text.trim();
  if (groupedByCommas.test(plain)) {
    if (plain.split(',').length > 2) return '.';
    return delimiter === ';' ? ',' : undefined;
  }
  if (groupedByPoints.test(plain)) return plain.split('.').length > 2 ? ',' : undefined;
  if (withComma.test(plain)) return ',';
  return withPoint.test(plain) ? '.' : undefined;
}

/** A number in the plain form, with a point; any other text as it is. */
export function plainNumber(text: string, mark: DecimalMark): string {
  if (text.length > longest) return text;
  const plain = text.trim();
  const hasComma = mark === ',' ? withComma.test(plain) : mark === 'either' && surelyHasComma(plain);
  if (hasComma || (mark === ',' && groupedByPoints.test(plain)))
    return plain.replaceAll(/[. \u00a0\u202f'’]/g, '').replace(',', '.');
  if (mark !== ',' && withPoint.test(plain) && /[, \u00a0\u202f'’]/.test(plain))
    return plain.replaceAll(/[, \u00a0\u202f'’]/g, '');
  return text;
}

function surelyHasComma(plain: string): boolean {
  return withComma.test(plain) && !groupedByCommas.test(plain);
}
