import {
  type FilterFields,
  type ListDescription,
  type ListQuery,
  readList,
  type SearchParams,
} from '#components/admin/lists/list-state.ts';
import type { Connection } from '#db/client.ts';
import { csvLine } from '#lib/audit/csv.ts';
import type { Need } from '#lib/staff/role.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { parseTypedDay } from '#lib/time/typed-time.ts';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';

/** A row of a file: the fields of its screen by their names; times as ISO 8601. */
export type ExportedRow = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A list that can be read as a file. */
export interface ExportedList {
  /** What its screen needs. */
  readonly role: Need;
  /** The rows that match the filters in the address, by id; every row has the same fields. */
  readonly rows: (reader: Connection, params: SearchParams, nowMs: EpochMs) => Iterable<ExportedRow>;
}

/** Why a file with these filters would have other rows than they say; undefined for filters that can be applied. */
export function wrongFilter(texts: URLSearchParams): string | undefined {
  const wrong = ['from', 'until'].find(
    (name) => (texts.get(name) ?? '') !== '' && !parseTypedDay(texts.get(name) ?? ''),
  );
  return wrong && `${wrong}: ${reasonWords({ code: 'not-a-day' }, noControls)}`;
}

/** A sentence instead of a file. */
export function plainText(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}

const rowsAtOnce = 1000;

/** Reads a list in batches, so that none of it stays in memory and rows may be added while it is read. */
export function* inBatches<Row extends { readonly id: number }>(
  read: (next: { readonly after: number; readonly page: number; readonly pageSize: number }) => readonly Row[],
): Generator<Row> {
  for (let after = 0; ; ) {
    const rows = read({ after, page: 1, pageSize: rowsAtOnce });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}

/** A list whose rows that match the filters are read a page at a time. @param shape a row as the file has it */
export function exportedPages<
  const Sort extends string,
  const Filters extends FilterFields,
  Row extends { readonly id: number },
>(
  list: ListDescription<Sort, Filters>,
  read: (
    reader: Connection,
    asked: ListQuery<Sort, Filters> & { readonly after: number },
    nowMs: EpochMs,
  ) => { readonly rows: readonly Row[] },
  shape: (row: Row) => ExportedRow,
): ExportedList {
  return {
    role: 'viewer',
    rows: (reader, params, nowMs) => {
      const { query } = readList(params, list);
      return mapRows(
        inBatches((next) => read(reader, { ...query, ...next }, nowMs).rows),
        shape,
      );
    },
  };
}

/** The rows of a batch after another, each as the file has it. */
export function* mapRows<Row>(rows: Iterable<Row>, shape: (row: Row) => ExportedRow): Generator<ExportedRow> {
  for (const row of rows) yield shape(row);
}

/** The formats of exported lists. */
const formats = {
  csv: { type: 'text/csv; charset=utf-8; header=present', begin: csvHeader, line: csvRow },
  ndjson: { type: 'application/x-ndjson', begin: () => '', line: (row: ExportedRow) => `${JSON.stringify(row)}\n` },
} as const;

type ExportFormat = keyof typeof formats;

export function parseFormat(text: string | null): ExportFormat | undefined {
  if (text === null || text === '') return 'csv';
  return text === 'csv' || text === 'ndjson' ? text : undefined;
}

const linesAtOnce = 500;

/** Rows as a file to download, sent while they are read. @param name of the file, before its day */
export function rowsAsFile(
  rows: Iterable<ExportedRow>,
  { name, format, nowMs }: { readonly name: string; readonly format: ExportFormat; readonly nowMs: EpochMs },
): Response {
  return new Response(streamOf(rows[Symbol.iterator](), format), {
    headers: {
      'Content-Type': formats[format].type,
      'Content-Disposition': `attachment; filename="watea-${name}-${dayOf(nowMs)}.${format}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Some lines at a time, so that a long list neither fills the memory nor blocks other requests. */
function streamOf(rows: Iterator<ExportedRow>, format: ExportFormat): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const { begin, line } = formats[format];
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      let text = '';
      for (let count = 0; count < linesAtOnce; count++) {
        const { value, done } = rows.next();
        if (done === true) break;
        if (isFirst) text += begin(value);
        isFirst = false;
        text += line(value);
      }
      if (text === '') controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    cancel() {
      rows.return?.();
    },
  });
}

/** Spreadsheets recognise UTF-8 by the byte order mark. */
function csvHeader(first: ExportedRow): string {
  return `\uFEFF${csvLine(Object.keys(first))}`;
}

function csvRow(row: ExportedRow): string {
  return csvLine(
    Object.values(row).map((value) => {
      if (typeof value === 'boolean') return value ? 'yes' : 'no';
      return typeof value === 'object' && value !== null ? value.join(' ') : value;
    }),
  );
}
