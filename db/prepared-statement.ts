import type { Connection } from './client.ts';
import { getTableColumns, is, Placeholder, type SQLiteTable } from './drizzle.ts';

/** A query that Drizzle has built. */
interface BuiltQuery {
  toSQL(): { sql: string; params: unknown[] };
}

/** A prepared statement whose rows are arrays of columns. Values bind to the placeholders in their order. */
export interface PreparedStatement<Row extends readonly unknown[]> {
  get(...values: readonly unknown[]): Row | undefined;
  all(...values: readonly unknown[]): Row[];
}

/**
 * A statement that runs on every request: Drizzle builds it once (`sql.placeholder` for what changes), the driver runs it
 * and returns plain rows. Drizzle's row mapping would cost more than the query itself.
 */
export function preparedStatement<Row extends readonly unknown[]>(
  { sqlite }: Connection,
  query: BuiltQuery,
): PreparedStatement<Row> {
  const { sql, params } = query.toSQL();
  const statement = sqlite.prepare(sql).raw();
  if (params.every((param) => is(param, Placeholder))) {
    return {
      get: (...values) => statement.get(...values) as Row | undefined,
      all: (...values) => statement.all(...values) as Row[],
    };
  }
  // some parameters are constants of the query, such as a limit
  const bind = (values: readonly unknown[]) => {
    let next = 0;
    return params.map((param) => (is(param, Placeholder) ? values[next++] : param));
  };
  return {
    get: (...values) => statement.get(...bind(values)) as Row | undefined,
    all: (...values) => statement.all(...bind(values)) as Row[],
  };
}

/** A statement that writes many rows, all of whose values are placeholders: they bind in the order of the columns. */
export function preparedWrite({ sqlite }: Connection, query: BuiltQuery): (...values: readonly unknown[]) => void {
  const statement = sqlite.prepare(query.toSQL().sql);
  return (...values) => void statement.run(...values);
}

/** The rows of a query as arrays of columns, one at a time: Drizzle would read all of them first. */
export function eachRow<Row extends readonly unknown[]>({ sqlite }: Connection, query: BuiltQuery): Iterable<Row> {
  const { sql, params } = query.toSQL();
  return sqlite
    .prepare(sql)
    .raw()
    .iterate(...params) as Iterable<Row>;
}

/** A placeholder for each column of a table, by its name; null for an `id` makes SQLite choose one. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table) {
  const names = Object.keys(getTableColumns(table));
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Record<
    keyof Table['_']['columns'],
    Placeholder
  >;
}
