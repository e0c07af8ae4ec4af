interface Columns {
  readonly file: string;
  readonly columns: readonly string[];
}

/** Reasons to refuse a whole file. */
export const fileWords = {
  'no-such-file': ({ file }: { file: string }) => `There is no file ${file}.`,
  'file-unreadable': ({ file }: { file: string }) => `${file} cannot be read.`,
  'not-utf-8': ({ file }: { file: string }) => `${file} is not UTF-8 text.`,
  'not-csv': ({ file, line }: { file: string; line?: number | undefined }) =>
    `${file}${line === undefined ? '' : `, line ${line}`}: this is not CSV; look for a quotation mark that is out of place or not closed.`,
  'columns-missing': ({ file, columns }: Columns) =>
    `${file} must begin with a line of column names; it lacks ${columns.join(', ')}.`,
  'columns-unknown': ({ file, columns, known }: Columns & { known: readonly string[] }) =>
    `${file} has the column ${columns.join(', ')}; known columns are ${known.join(', ')}.`,
  'column-repeated': ({ file, column }: { file: string; column: string }) => `${file} has the column ${column} twice.`,
  'columns-differ': ({ found, expected }: { found: number; expected: number }) =>
    `${found === 1 ? '1 column' : `${found} columns`}, but the first line has ${expected}.`,
} as const;
