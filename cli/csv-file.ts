import { readFileSync } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '#lib/refusal.ts';

/** One row of a small CSV file: where it stands, and its columns by name, or why it has none. */
export type CsvRow =
  | { readonly where: string; readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly where: string; readonly ok: false; readonly reason: string };

/**
 * Reads a small CSV file whole: a header line that has `columns` (in any order; other columns are refused), UTF-8,
 * with or without a byte order mark; empty lines are skipped.
 *
 * @param optional columns that may be absent
 * @throws Refusal when the file is not there, not UTF-8, or not such a CSV
 */
export function readCsvFile(file: string, columns: readonly string[], optional: readonly string[] = []): CsvRow[] {
  const text = readText(file);
  let records: { info: { lines: number }; record: string[] }[];
  try {
    records = parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
      info: true,
    }) as never;
  } catch (fault) {
    // the parser's own words would repeat what stands there, which may be a key (B8)
    const line = fault instanceof CsvError ? `, line ${fault.lines}` : '';
    throw new Refusal(`${file}${line}: this is not CSV; look for a quotation mark that is out of place or not closed.`);
  }
  const header = records.shift()?.record.map((name) => name.toLowerCase()) ?? [];
  const missing = columns.filter((name) => !header.includes(name));
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  const foreign = header.filter((name) => !columns.includes(name) && !optional.includes(name));
  if (missing.length > 0) {
    throw new Refusal(`${file} must begin with a line of column names; ${missing.join(', ')} is not among them.`);
  }
  if (foreign.length > 0) {
    throw new Refusal(
      `${file} has the column ${foreign.join(', ')}; known are ${[...columns, ...optional].join(', ')}.`,
    );
  }
  if (twice !== undefined) throw new Refusal(`${file} has the column ${twice} twice.`);
  return records.map(({ info, record }) => {
    const where = `line ${info.lines}`;
    if (record.length !== header.length) {
      const count = record.length === 1 ? '1 column' : `${record.length} columns`;
      return { where, ok: false, reason: `${count}, but the first line has ${header.length}.` };
    }
    return { where, ok: true, values: Object.fromEntries(header.map((name, at) => [name, record[at] ?? ''])) };
  });
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (fault) {
    const isAbsent = (fault as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Refusal(isAbsent ? `There is no file ${file}.` : `${file} cannot be read.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${file} is not UTF-8 text.`);
  }
}
