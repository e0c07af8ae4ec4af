import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Refusal } from '#lib/refusal.ts';

/** A row may hold one large geometry: a million positions take some 40 MB. */
const longestRowBytes = 64 * 2 ** 20;

export interface TableRow {
  readonly values: readonly string[];
  /** On which line it ends, from 1. */
  readonly line: number;
}

/** What parts the columns, judged by the first line. */
export function delimiterOf(head: string): string {
  const [line = ''] = head.split(/\r?\n/, 1);
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: unquoted.split(mark).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
}

/**
 * The rows of a table in CSV (RFC 4180), header first; empty lines are passed over.
 *
 * @throws Refusal where quotation marks stand wrongly, or a row is longer than 64 MiB
 */
export async function* readRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<TableRow> {
  const parser = parse({
    ...{ delimiter, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: longestRowBytes },
  });
  const source = Readable.from(text, { objectMode: false });
  // a fault of the source reaches the reader of the rows by the parser
  pipeline(source, parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { values: record, line: info.lines };
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    const line = Number(fault.lines ?? 0);
    if (fault.code === 'CSV_MAX_RECORD_SIZE') {
      throw new Refusal(
        `Line ${line} of the table is longer than ${longestRowBytes / 2 ** 20} MiB: is a quotation mark not closed? A geometry as large is better delivered as GeoPackage.`,
      );
    }
    throw new Refusal(
      `The table is no whole CSV on line ${line}: look for a quotation mark that is out of place or not closed.`,
    );
  }
}
