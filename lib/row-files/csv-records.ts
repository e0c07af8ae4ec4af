import { pipeline, Readable } from 'node:stream';
import { CsvError, type CsvErrorCode, type InfoDataSet, parse } from 'csv-parse';
import type { FaultList, Reason } from '#lib/refusal.ts';
import { findColumn, getRepeatedColumn } from './columns.ts';
import { csvHeadOf } from './csv-head.ts';
import { excerpt } from './excerpt.ts';
import { headOf, UnreadableFile, unpacked, wholeLines } from './file-text.ts';
import { noTableReason } from './not-a-table.ts';

/** One row of a CSV file: the number of the line it ends on, and the values of the columns asked for. */
export interface CsvRecord<Column extends string> {
  readonly line: number;
  readonly values: Readonly<Record<Column, string>>;
}

/** The columns a file must have, in any order, and those it may have (without them, '' in every row). */
export interface CsvColumns<Column extends string> {
  readonly required: readonly Column[];
  readonly optional?: readonly Column[];
  /** Whether other columns are ignored. Usually they are refused: a misspelt one would be read as empty. */
  readonly others?: 'refused' | 'ignored';
  /** In characters; usually 100,000. */
  readonly longestRow?: number;
}

/** In characters. No honest row is longer; it limits the memory that an unclosed quotation mark can take. */
const longestRow = 100_000;

/** In bytes. No line of column names is longer. */
const longestHead = 64 * 1024;

const csvFaults: Partial<Record<CsvErrorCode, Reason>> = {
  CSV_QUOTE_NOT_CLOSED: { code: 'quote-not-closed' },
  CSV_INVALID_CLOSING_QUOTE: { code: 'text-after-quote' },
  INVALID_OPENING_QUOTE: { code: 'quote-inside-value' },
};

/**
 * Reads a CSV file with a header line as a stream: plain or gzip by content, UTF-8, with or without a byte order mark,
 * any line endings, separated by commas, semicolons, tabs or as a line `sep=` says. Columns may have their usual names.
 * Empty lines and rows are skipped, blanks around values dropped. Reading stops at the first place from which
 * it cannot go on.
 *
 * @param faults gets every row with another number of columns, and whatever ends the reading early, by line
 */
export async function* csvRecords<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: CsvColumns<Column>,
  faults: FaultList,
): AsyncGenerator<CsvRecord<Column>> {
  const mostCharacters = columns.longestRow ?? longestRow;
  let header: readonly string[] | undefined;
  let places: readonly (readonly [Column, number])[] = [];
  try {
    const { head, whole } = await headOf(
      unpacked(bytes),
      (read) => read.length > longestHead || csvHeadOf(read.toString('utf8')).isWhole,
    );
    const noTable = noTableReason(head);
    if (noTable !== undefined) return faults.add({ line: 1 }, noTable);
    const { delimiter, isDeclared } = csvHeadOf(head.toString('utf8'));
    const parser = parse({
      delimiter,
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: mostCharacters,
    });
    // errors on either side come out of the parser, which is read below
    pipeline(Readable.from(wholeLines(whole, columns.longestRow)), parser, () => {});
    let isDeclaration = isDeclared;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoDataSet }>) {
      const isSkipped = isDeclaration || record.every((value) => value === '');
      isDeclaration = false;
      if (isSkipped) continue;
      if (header === undefined) {
        const fault = headerFault(record, columns);
        if (fault !== undefined) return faults.add({ line: info.lines }, fault);
        places = knownColumns(columns).map((name) => [name, findColumn(record, name)] as const);
        header = record;
      } else if (record.length !== header.length) {
        faults.add({ line: info.lines }, { code: 'columns-differ', found: record.length, expected: header.length });
      } else {
        const values = {} as Record<Column, string>;
        for (const [name, place] of places) values[name] = withoutBlanks(record[place] ?? '');
        yield { line: info.lines, values };
      }
    }
    if (header === undefined) faults.add({ line: 1 }, { code: 'empty-file', columns: columns.required });
  } catch (fault) {
    if (fault instanceof UnreadableFile) faults.add({ line: fault.line }, fault.reason);
    else if (fault instanceof CsvError) {
      const tooLong: Reason = { code: 'row-too-long', most: mostCharacters };
      const reason = fault.code === 'CSV_MAX_RECORD_SIZE' ? tooLong : csvFaults[fault.code];
      faults.add({ line: Number(fault.lines) }, reason ?? { code: 'not-csv-here' });
    } else throw fault;
  }
}

/** Without the blanks at its ends, which csv-parse leaves inside quotation marks. */
const withoutBlanks = (value: string) => value.replace(/^[ \t]+|[ \t]+$/g, '');

function headerFault(header: readonly string[], columns: CsvColumns<string>): Reason | undefined {
  const known = knownColumns(columns);
  const missing = columns.required.filter((name) => findColumn(header, name) === -1);
  if (missing.length > 0) return { code: 'columns-not-named', known, missing };
  const repeated = getRepeatedColumn(header.map((name) => name.toLowerCase()));
  if (repeated !== undefined) return { code: 'column-named-twice', column: excerpt(repeated) };
  const read = new Set(known.map((name) => findColumn(header, name)));
  const unknown = columns.others === 'ignored' ? undefined : header.find((_, place) => !read.has(place));
  return unknown === undefined ? undefined : { code: 'column-unknown', column: excerpt(unknown), known };
}

function knownColumns<Column extends string>({ required, optional = [] }: CsvColumns<Column>): readonly Column[] {
  return [...required, ...optional];
}
