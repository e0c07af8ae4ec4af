import { readFileSync } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import { type Fault, Refusal } from '#lib/refusal.ts';
import { findColumn, requireDistinctColumns } from '#lib/row-files/columns.ts';
import { csvHeadOf } from '#lib/row-files/csv-head.ts';
import { noTableReason } from '#lib/row-files/not-a-table.ts';
import { readingFault } from './given-path.ts';

/** One row of a small CSV file: the line it ends on, and its values by column. */
export interface CsvRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The rows of a small CSV file, and the faults of those that have more or fewer columns than the header. */
export interface CsvFile {
  readonly file: string;
  readonly rows: readonly CsvRow[];
  readonly faults: readonly Fault[];
}

interface ParsedRow {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/**
 * Reads a small CSV file into memory: UTF-8, with or without a byte order mark, separated by commas, semicolons, tabs or
 * as a line `sep=` says. Its header line must name `columns` and may name `optional` ones, in any order, by these or other
 * usual names, and no others. Empty lines and rows are skipped.
 *
 * @throws Refusal when the file does not exist, cannot be read, or is not such a CSV
 */
export function readCsvFile(file: string, columns: readonly string[], optional: readonly string[] = []): CsvFile {
  const [first, ...rest] = parseRows(readText(file), file);
  const header = first?.record.map((name) => name.toLowerCase()) ?? [];
  requireHeader(header, { file, columns, optional });
  const places = [...columns, ...optional].flatMap((name) => {
    const place = findColumn(header, name);
    return place === -1 ? [] : [[name, place] as const];
  });
  const rows: CsvRow[] = [];
  const faults: Fault[] = [];
  for (const { info, record } of rest) {
    const line = info.lines;
    if (record.length === header.length)
      rows.push({ line, values: Object.fromEntries(places.map(([name, at]) => [name, record[at] ?? ''])) });
    else
      faults.push({
        where: { line },
        reason: { code: 'columns-differ', found: record.length, expected: header.length },
      });
  }
  return { file, rows, faults };
}

function parseRows(text: string, file: string): ParsedRow[] {
  const { delimiter, isDeclared } = csvHeadOf(text);
  const options = {
    delimiter,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
    info: true,
  } as const;
  try {
    // with `info` each row is such an object, which the types of the library do not say
    const rows = parse(text, options) as unknown as ParsedRow[];
    return rows.slice(isDeclared ? 1 : 0).filter(({ record }) => record.some((value) => value !== ''));
  } catch (fault) {
    // the parser's own message would repeat the text, which may be a key (B8)
    const line = fault instanceof CsvError ? Number(fault.lines) : undefined;
    throw new Refusal({ code: 'not-csv', file, line });
  }
}

function requireHeader(
  header: readonly string[],
  { file, columns, optional }: { file: string; columns: readonly string[]; optional: readonly string[] },
): void {
  const known = [...columns, ...optional];
  const missing = columns.filter((name) => findColumn(header, name) === -1);
  if (missing.length > 0) throw new Refusal({ code: 'columns-missing', file, columns: missing });
  requireDistinctColumns(header, file);
  const read = new Set(known.map((name) => findColumn(header, name)));
  const unknown = header.filter((_, place) => !read.has(place));
  if (unknown.length > 0) throw new Refusal({ code: 'columns-unknown', file, columns: unknown, known });
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (fault) {
    throw readingFault(fault, file);
  }
  const noTable = noTableReason(bytes);
  if (noTable !== undefined) throw new Refusal(noTable);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal({ code: 'not-utf-8', file });
  }
}
