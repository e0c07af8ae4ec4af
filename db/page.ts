import { type AnySQLiteColumn, asc, desc, type SQL, sql } from './drizzle.ts';

/** Which part of a list is wanted. Pages are counted from 1. */
export interface PageRequest<Sort extends string> {
  readonly sort: Sort;
  readonly descending: boolean;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of a list, and how many rows the whole of it has. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Asks for the rows from `offset` on, `limit` of them. */
export function offsetOf({ page, pageSize }: PageRequest<string>): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** The order of a list: by the wanted column, rows without a value last; then by `id`, so that it is the same each time. */
export function orderOf<Sort extends string>(
  wanted: PageRequest<Sort>,
  columns: Readonly<Record<Sort, SQL | AnySQLiteColumn>>,
  id: AnySQLiteColumn,
): SQL[] {
  const direction = wanted.descending ? desc : asc;
  const column = columns[wanted.sort];
  return [wanted.descending ? direction(column) : sql`${column} ASC NULLS LAST`, direction(id)];
}

/** Whether `column` contains the text somewhere (capitals A–Z do not matter). */
export function containsText(column: SQL | AnySQLiteColumn, text: string): SQL {
  return sql`${column} LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
