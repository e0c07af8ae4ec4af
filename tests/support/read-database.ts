import { type Connection, openReader } from '#db/client.ts';

/** Reads from a database file on a new connection, like another process than its server. */
export function readDatabase<T>(databaseFile: string, read: (connection: Connection) => T): T {
  const connection = openReader(databaseFile);
  try {
    return read(connection);
  } finally {
    connection.sqlite.close();
  }
}

/** The rows of a query on a database file. */
export function queryDatabase(
  databaseFile: string,
  sql: string,
  ...values: readonly unknown[]
): Record<string, unknown>[] {
  return readDatabase(databaseFile, ({ sqlite }) =>
    sqlite.prepare<unknown[], Record<string, unknown>>(sql).all(...values),
  );
}
