import { csvLine } from '#lib/audit/csv.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import type { ExportedRow } from './exported-list.ts';

/** The formats of exported lists. */
const formats = {
  csv: { type: 'text/csv; charset=utf-8; header=present', begin: csvHeader, line: csvRow },
  ndjson: { type: 'application/x-ndjson', begin: () => '', line: (row: ExportedRow) => `${JSON.stringify(row)}\n` },
} as const;

export type ExportFormat = keyof typeof formats;

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
