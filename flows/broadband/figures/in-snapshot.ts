import { type Connection, openReader } from '#db/client.ts';

/**
 * Runs `read` on a connection of its own, which sees the database as it is now until `read` ends: what others publish,
 * index or remove meanwhile makes no difference.
 */
export async function inSnapshot<T>(
  { sqlite }: Connection,
  read: (connection: Connection) => T | Promise<T>,
): Promise<T> {
  const connection = openReader(sqlite.name);
  try {
    // the snapshot begins with the first query
    connection.sqlite.exec('BEGIN');
    return await read(connection);
  } finally {
    connection.sqlite.close();
  }
}
