import type { Connection } from './client.ts';
import { is, Placeholder } from './drizzle.ts';

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
