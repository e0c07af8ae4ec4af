import { pipeline, Readable } from 'node:stream';
import { CsvError, type CsvErrorCode, type InfoDataSet, parse } from 'csv-parse';
import type { FaultList } from '#lib/refusal.ts';
import { quoted } from './quoted.ts';
import { unpacked } from './unpacked.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { wholeLines } from './whole-lines.ts';

/** One line of a CSV file: the number of the line it ends on, and the values of the columns asked for. */
export interface CsvRecord<Column extends string> {
  readonly line: number;
  readonly values: Readonly<Record<Column, string>>;
}

/** The columns a file must have, in any order, and those it may have (then '' in every row). */
export interface CsvColumns<Column extends string> {
  readonly required: readonly Column[];
  readonly optional?: readonly Column[];
  /** Columns that are neither: a misspelt one would be read as empty, so they are refused unless the file is another's. */
  readonly others?: 'refused' | 'ignored';
}

/** No honest row is longer; it bounds what a quotation mark that is never closed can gather in memory. */
const longestRecord = 100_000;

const csvFaults: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark (") opened here or before is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a value goes on after its closing quotation mark (")',
  INVALID_OPENING_QUOTE: 'a quotation mark (") stands inside a value that does not begin with one',
  CSV_MAX_RECORD_SIZE: `the row has more than ${longestRecord} characters: perhaps a quotation mark (") is never closed`,
};

/**
 * Reads a CSV file with a header line as a stream: plain or gzip by content, UTF-8, with or without a byte order mark,
 * any line ends; empty lines are skipped, blanks around values dropped. Reading stops at the first place from which it
 * cannot go on.
 *
 * @param faults gets every row of a wrong width and whatever ends the reading early, by line number
 */
export async function* csvRecords<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: CsvColumns<Column>,
  faults: FaultList,
): AsyncGenerator<CsvRecord<Column>> {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: longestRecord,
  });
  // A fault of either end comes out of the parser, which is read below.
  pipeline(Readable.from(wholeLines(unpacked(bytes))), parser, () => {});
  let header: readonly string[] | undefined;
  let places: readonly (readonly [Column, number])[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoDataSet }>) {
      if (header === undefined) {
        const names = record.map((name) => name.toLowerCase());
        const wrong = headerFault(names, columns);
        if (wrong !== undefined) return faults.add({ line: info.lines }, wrong);
        places = knownColumns(columns).map((name) => [name, names.indexOf(name)] as const);
        header = names;
      } else if (record.length !== header.length) {
        const count = record.length === 1 ? '1 column' : `${record.length} columns`;
        faults.add({ line: info.lines }, `has ${count}, the first line has ${header.length}`);
      } else {
        const values = {} as Record<Column, string>;
        for (const [name, place] of places) values[name] = record[place] ?? '';
        yield { line: info.lines, values };
      }
    }
    if (header === undefined) faults.add('line 1', `the file is empty; it must name ${columns.required.join(',')}`);
  } catch (fault) {
    if (fault instanceof UnreadableFile) faults.add(fault.where, fault.message);
    else if (fault instanceof CsvError)
      faults.add({ line: Number(fault.lines) }, csvFaults[fault.code] ?? 'is not CSV');
    else throw fault;
  }
}

function headerFault(header: readonly string[], columns: CsvColumns<string>): string | undefined {
  const known = knownColumns(columns);
  const list = known.join(',');
  const absent = columns.required.filter((name) => !header.includes(name)).join(', ');
  if (absent !== '') return `the first line must name the columns ${list}; missing: ${absent}`;
  const foreign = columns.others === 'ignored' ? undefined : header.find((name) => !known.includes(name));
  if (foreign !== undefined) return `the column ${quoted(foreign)} is not one of ${list}`;
  const twice = header.find((name, place) => header.indexOf(name) !== place);
  return twice === undefined ? undefined : `the column ${twice} is named twice`;
}

function knownColumns<Column extends string>({ required, optional = [] }: CsvColumns<Column>): readonly Column[] {
  return [...required, ...optional];
}
