/** The head of a table in CSV: how its columns are separated, and what they are called. */
export interface CsvHead {
  readonly delimiter: string;
  /** Whether a line `sep=;` is before the names, as Excel writes and reads it. */
  readonly isDeclared: boolean;
  /** The line of the names itself. */
  readonly line: string;
  readonly names: readonly string[];
  /** Whether the text has all of that line. */
  readonly isWhole: boolean;
}

const delimiters = [',', ';', '\t', '|'];
const declaration = /^[\s\ufeff]*"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r|$)/i;

/** Reads the head of a table, whatever separates its columns, with or without a byte order mark. */
export function csvHeadOf(text: string): CsvHead {
  const declared = declaration.exec(text);
  const rest = text.slice(declared?.[0].length ?? 0).replace(/^[\s\ufeff]*?(?=\S|$)/, '');
  const line = rest.split(/[\r\n]/, 1)[0] ?? '';
  const delimiter = declared?.[1] ?? delimiterOf(line);
  return {
    delimiter,
    isDeclared: declared !== null,
    line,
    names: csvValuesOf(line, delimiter),
    isWhole: line !== '' && line.length < rest.length,
  };
}

/** The values of one line, without quotation marks and the blanks around them. */
export function csvValuesOf(line: string, delimiter: string): string[] {
  const values: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const mark = line.charAt(at);
    if (mark === '"' && isQuoted && line.charAt(at + 1) === '"') {
      value += '"';
      at++;
    } else if (mark === '"' && (isQuoted || value.trim() === '')) {
      isQuoted = !isQuoted;
    } else if (mark === delimiter && !isQuoted) {
      values.push(value.trim());
      value = '';
    } else {
      value += mark;
    }
  }
  return [...values, value.trim()];
}

/** The mark that separates the most columns. */
function delimiterOf(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const counted = delimiters.map((mark) => ({ mark, count: unquoted.split(mark).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
}
