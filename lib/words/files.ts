/** A text from a file or form in quotation marks, with its control characters escaped. */
export const quoted = (text: string) => JSON.stringify(text);

interface Columns {
  readonly file: string;
  readonly columns: readonly string[];
}

/** What a file is that was given in place of a table as text, and the way out. */
const noTables = {
  document: 'a spreadsheet or document: save its table as “CSV UTF-8”',
  'zip archive': 'a zip archive: unpack it, and give the file in it',
  packed: 'packed in a way that is not read: unpack it; of packed files only gzip is read',
  picture: 'a picture: give the table itself',
  PDF: 'a PDF: save the table as “CSV UTF-8”',
  database: 'a database: export its table as CSV',
  'web page': 'a web page, perhaps one for signing in or about an error: download the table itself',
  XML: 'XML, perhaps an error in place of the table: open it to see what it says',
};

export type NoTable = keyof typeof noTables;

interface UnknownName {
  readonly known: readonly string[];
}

/** Why a file, or a line of it, cannot be used. */
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
  'column-repeated': ({ file, column }: { file: string; column: string }) =>
    `${file} has the column ${column} twice, and only one of them could be read. Give each column its own name.`,
  'columns-differ': ({ found, expected }: { found: number; expected: number }) =>
    `${found === 1 ? '1 column' : `${found} columns`}, but the first line has ${expected}.`,

  'not-a-table': ({ kind }: { kind: NoTable }) => `The file is ${noTables[kind]}.`,

  'empty-file': ({ columns }: { columns: readonly string[] }) =>
    `The file is empty; its first line must name the columns ${columns.join(', ')}.`,
  'gzip-cut-short': () => 'The gzip data end too early: the file is incomplete.',
  'gzip-damaged': () => 'The gzip data are damaged.',
  'line-not-utf-8': () => 'This line is not UTF-8 text.',
  'line-too-long': ({ mostBytes }: { mostBytes: number }) => `This line is longer than ${mostBytes / 2 ** 20} MiB.`,
  'columns-not-named': ({ known, missing }: UnknownName & { missing: readonly string[] }) =>
    `The first line must name the columns ${known.join(', ')}; missing: ${missing.join(', ')}.`,
  'column-unknown': ({ column, known }: UnknownName & { column: string }) =>
    `The column ${quoted(column)} is not one of ${known.join(', ')}.`,
  'column-named-twice': ({ column }: { column: string }) => `The column ${column} is named twice.`,
  'quote-not-closed': () => 'A quotation mark (") opened here or earlier is never closed.',
  'text-after-quote': () => 'A value continues after its closing quotation mark (").',
  'quote-inside-value': () => 'A quotation mark (") is inside a value that does not begin with one.',
  'row-too-long': ({ most }: { most: number }) =>
    `The row has more than ${most.toLocaleString('en-NZ')} characters: perhaps a quotation mark (") is never closed.`,
  'not-csv-here': () => 'This is not CSV.',
  'json-array': () => 'The file begins with a JSON array: write one object a line instead.',
  'not-a-json-object': () => 'This is not a JSON object on one line.',
  'field-unknown': ({ field, known }: UnknownName & { field: string }) =>
    `The field ${quoted(field)} is not one of ${known.join(', ')}.`,
  'field-missing': ({ field }: { field: string }) => `The field ${field} is missing.`,
  'field-not-a-string': ({ field, mayBeNull }: { field: string; mayBeNull: boolean }) =>
    `${field} must be a string in quotation marks${mayBeNull ? ', or null' : ''}.`,
  'field-twice': () => 'A field is given twice, or a value has a quotation mark in it.',
} as const;

/** Characters that cannot be seen, and get into files by copying. */
const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'a null character'],
  [0x09, 'a tab'],
  [0x0a, 'a line break'],
  [0x0d, 'a carriage return'],
  [0xa0, 'a no-break space'],
  [0xad, 'a soft hyphen'],
  [0x180e, 'a Mongolian vowel separator'],
  [0x2002, 'an en space'],
  [0x2003, 'an em space'],
  [0x2009, 'a thin space'],
  [0x200b, 'a zero width space'],
  [0x200c, 'a zero width non-joiner'],
  [0x200d, 'a zero width joiner'],
  [0x200e, 'a left-to-right mark'],
  [0x200f, 'a right-to-left mark'],
  [0x202a, 'a left-to-right embedding'],
  [0x202c, 'a pop directional formatting'],
  [0x202f, 'a narrow no-break space'],
  [0x2060, 'a word joiner'],
  [0x3000, 'an ideographic space'],
  [0xfeff, 'a byte order mark'],
]);

/** A sentence about the first character of a text that cannot be seen, with a blank before it; empty without one. */
export function invisibleWords(text: string): string {
  const [found] = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.exec(text) ?? [];
  const code = found?.codePointAt(0);
  if (code === undefined) return '';
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return ` It contains ${names.get(code) ?? 'a character'} (${point}), which cannot be seen: delete it.`;
}
