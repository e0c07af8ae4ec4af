import type { Connection } from './client.ts';

/** A question that Drizzle has composed. */
interface Composed {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * A statement that runs on every request: composed by Drizzle once, run by the driver as plain rows. Drizzle's own
 * row mapping costs more than the look-up itself.
 *
 * @param compose gets the placeholders through `sql.placeholder`; they are bound in the order they stand in
 * @returns `get(...values)`: the first row as an array of columns, or undefined
 */
export function hotStatement<Row extends readonly unknown[]>(
  { sqlite }: Connection,
  query: Composed,
): { get(...values: readonly unknown[]): Row | undefined; all(...values: readonly unknown[]): Row[] } {
  const { sql } = query.toSQL();
  const statement = sqlite.prepare(sql).raw();
  return {
    get: (...values) => statement.get(...values) as Row | undefined,
    all: (...values) => statement.all(...values) as Row[],
  };
}
