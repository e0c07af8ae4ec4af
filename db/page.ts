import { vowelForms, withoutMacrons } from '#lib/macrons.ts';
import type { Db } from './client.ts';
import {
  type AnySQLiteColumn,
  and,
  asc,
  count,
  desc,
  gt,
  inArray,
  or,
  type SQL,
  type SQLiteTable,
  type SQLWrapper,
  sql,
} from './drizzle.ts';

/** Which part of a list is wanted. Pages are counted from 1. */
export interface PageRequest<Sort extends string> {
  readonly sort: Sort;
  readonly descending: boolean;
  readonly page: number;
  readonly pageSize: number;
  /** Reads the rows after this id in the order of their ids instead, whatever the order and page: for exports. */
  readonly after?: number;
}

/** A page of a list, and how many rows the whole list has. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The rows of a page: `limit` of them from `offset` on. */
export function offsetOf({ page, pageSize }: Pick<PageRequest<string>, 'page' | 'pageSize'>) {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** A list of the rows of one table. */
interface ListedTable<Sort extends string, Row> {
  readonly table: SQLiteTable & { readonly id: AnySQLiteColumn };
  readonly matches: SQL | undefined;
  readonly sorts: Readonly<Record<Sort, SQL | AnySQLiteColumn>>;
  /** Selects the ids to be sorted, for a table that must be joined to others for it. */
  readonly ids?: IdSelect;
  /** Selects what is shown of the rows on the page. */
  readonly select: (isOnPage: SQL) => RowSelect<Row>;
}

interface IdSelect {
  where(matches: SQL | undefined): {
    orderBy(...order: SQL[]): { limit(most: number): { offset(first: number): SQLWrapper } };
  };
}

interface RowSelect<Row> {
  orderBy(...order: SQL[]): { all(): Row[] };
}

/**
 * A page of a list. Only the sort reads every row that matches; what else is shown is read for the rows of the page, so
 * that counts from other tables cost as much as a page has rows.
 */
export function pageOf<Sort extends string, Row>(
  db: Db,
  wanted: PageRequest<Sort>,
  { table, matches, sorts, select, ids = db.select({ id: table.id }).from(table) }: ListedTable<Sort, Row>,
): Page<Row> {
  if (wanted.after !== undefined) {
    const next = db
      .select({ id: table.id })
      .from(table)
      .where(and(matches, gt(table.id, wanted.after)))
      .orderBy(asc(table.id))
      .limit(wanted.pageSize);
    const following = select(inArray(table.id, next)).orderBy(asc(table.id)).all();
    return { rows: following, total: following.length };
  }
  const order = orderOf(wanted, sorts[wanted.sort], table);
  const { limit, offset } = offsetOf(wanted);
  const onPage = ids
    .where(matches)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const rows = select(inArray(table.id, onPage))
    .orderBy(...order)
    .all();
  return { rows, total: db.select({ total: count() }).from(table).where(matches).get()?.total ?? 0 };
}

/** By the wanted column, rows without a value last; then by `id`, so that every page sorts alike. */
function orderOf(
  { descending }: PageRequest<string>,
  column: SQL | AnySQLiteColumn,
  table: ListedTable<string, unknown>['table'],
): SQL[] {
  if (descending) return [desc(column), desc(table.id)];
  // an index cannot sort by NULLS LAST; a column of a joined table may have no row
  const isAlwaysSet = 'notNull' in column && column.notNull && column.table === table;
  return [isAlwaysSet ? asc(column) : sql`${column} ASC NULLS LAST`, asc(table.id)];
}

/** The same as `anyContains`, where macrons count, as they do in the index of the audit log. */
export function anyContainsExactly(text: string, ...columns: readonly AnySQLiteColumn[]): SQL | undefined {
  if (text === '') return undefined;
  const pattern = `%${[...text].map(escaped).join('')}%`;
  return or(...columns.map((column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`));
}

/**
 * Whether one of the columns contains the text: A–Z match a–z, and macrons do not count. Undefined, which matches all, for an
 * empty text.
 */
export function anyContains(text: string, ...columns: readonly (SQL | AnySQLiteColumn)[]): SQL | undefined {
  if (text === '') return undefined;
  const plain = [...withoutMacrons(text).toLowerCase()];
  const like = `%${plain.map((letter) => (letter in vowelForms ? '_' : escaped(letter))).join('')}%`;
  const glob = `*${plain.map(anyForm).join('')}*`;
  const hasVowel = plain.some((letter) => letter in vowelForms);
  // LIKE is quick and leaves out most; GLOB tells which vowels they are
  return or(
    ...columns.map((column) =>
      hasVowel
        ? sql`(${column} LIKE ${like} ESCAPE '\\' AND ${column} GLOB ${glob})`
        : sql`${column} LIKE ${like} ESCAPE '\\'`,
    ),
  );
}

const escaped = (letter: string) => letter.replace(/[\\%_]/, '\\$&');

/** A letter of GLOB that is capital or not, and with a macron or not. */
function anyForm(letter: string): string {
  const forms = vowelForms[letter];
  if (forms !== undefined) return `[${forms}]`;
  if (letter !== letter.toUpperCase()) return `[${letter}${letter.toUpperCase()}]`;
  return letter.replace(/[*?[]/, '[$&]');
}
