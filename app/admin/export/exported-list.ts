import type { SearchParams } from '#components/admin/lists/list-state.ts';
import type { Connection } from '#db/client.ts';
import type { Need } from '#lib/staff/role.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** A row of a file: the fields of its screen by their names; times as ISO 8601. */
export type ExportedRow = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A list that can be read as a file. */
export interface ExportedList {
  /** What its screen needs. */
  readonly role: Need;
  /** The rows that match the filters in the address, by id; every row has the same fields. */
  readonly rows: (reader: Connection, params: SearchParams, nowMs: EpochMs) => Iterable<ExportedRow>;
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

/** The rows of a batch after another, each as the file has it. */
export function* mapRows<Row>(rows: Iterable<Row>, shape: (row: Row) => ExportedRow): Generator<ExportedRow> {
  for (const row of rows) yield shape(row);
}
