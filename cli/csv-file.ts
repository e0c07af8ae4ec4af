import { readFileSync } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import { type Fault, Refusal } from '#lib/refusal.ts';

/** One row of a small CSV file: the line it begins on, and its columns by name. */
export interface CsvRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** A small CSV file that was read. */
export interface CsvFile {
  readonly file: string;
  readonly rows: readonly CsvRow[];
  readonly faults: readonly Fault[];
}

/**
 * Reads a small CSV file whole: a header line that has `columns` (in any order; other columns are refused), UTF-8,
 * with or without a byte order mark; empty lines are skipped.
 *
 * @param optional columns that may be absent
 * @returns the rows, and the faults of those that have another number of columns than the header
 * @throws Refusal when the file is not there, not UTF-8, or not such a CSV
 */
export function readCsvFile(file: string, columns: readonly string[], optional: readonly string[] = []): CsvFile {
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
    // the parser's own message would repeat the text, which may be a key (B8)
    const line = fault instanceof CsvError ? Number(fault.lines) : undefined;
    throw new Refusal({ code: 'not-csv', file, line });
  }
  const header = records.shift()?.record.map((name) => name.toLowerCase()) ?? [];
  const missing = columns.filter((name) => !header.includes(name));
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  const foreign = header.filter((name) => !columns.includes(name) && !optional.includes(name));
  if (missing.length > 0) {
    throw new Refusal({ code: 'columns-missing', file, columns: missing });
  }
  if (foreign.length > 0) {
    throw new Refusal({ code: 'columns-unknown', file, columns: foreign, known: [...columns, ...optional] });
  }
  if (twice !== undefined) throw new Refusal({ code: 'column-repeated', file, column: twice });
  const rows: CsvRow[] = [];
  const faults: Fault[] = [];
  for (const { info, record } of records) {
    const line = info.lines;
    if (record.length === header.length)
      rows.push({ line, values: Object.fromEntries(header.map((name, at) => [name, record[at] ?? ''])) });
    else
      faults.push({
        where: { line },
        reason: { code: 'columns-differ', found: record.length, expected: header.length },
      });
  }
  return { file, rows, faults };
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (fault) {
    const isAbsent = (fault as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Refusal({ code: isAbsent ? 'no-such-file' : 'file-unreadable', file });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal({ code: 'not-utf-8', file });
  }
}
