import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Refusal } from '#lib/refusal.ts';

/** A row may contain one large geometry: a million positions take about 40 MB. */
const longestRowBytes = 64 * 2 ** 20;

export interface TableRow {
  readonly values: readonly string[];
  /** The line on which it ends, from 1. */
  readonly line: number;
}

/**
 * The rows of a table in CSV (RFC 4180), header first, without empty lines.
 *
 * @param file how messages name the file
 * @throws Refusal for misplaced quotation marks, and for a row longer than 64 MiB
 */
export async function* readRows(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRowBytes,
  });
  // a fault of the source reaches the reader of the rows through the parser
  pipeline(Readable.from(text, { objectMode: false }), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { values: record, line: info.lines };
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    const line = Number(fault.lines ?? 0);
    if (fault.code !== 'CSV_MAX_RECORD_SIZE') throw new Refusal({ code: 'not-csv', file, line });
    throw new Refusal({ code: 'csv-row-too-long', line, mostBytes: longestRowBytes });
  }
}
