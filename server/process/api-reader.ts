import { type Connection, openReader } from '#db/client.ts';
import { type Snapshots, snapshots } from '#db/transaction.ts';
import { settings } from '#lib/env.ts';
import { getProcessWide, processWide } from '#lib/process-wide.ts';
import { turns } from '#server/http/turn.ts';

/** The connection on which the two APIs read, and its read transactions. */
export interface ApiReader {
  readonly connection: Connection;
  readonly inSnapshot: Snapshots;
}

/**
 * The reader of the two APIs. For a whole turn of the event loop it sees the database as it was at the turn's first
 * request. Pages have another reader, because they must see what they have just written.
 */
export function apiReader(): ApiReader {
  return processWide('api-reader', () => {
    const connection = openReader(settings().databaseFile);
    return { connection, inSnapshot: snapshots(connection, turns()) };
  });
}

/** For the end of a process; it may never have opened the reader. */
export function closeApiReader(): void {
  getProcessWide<ApiReader>('api-reader')?.connection.sqlite.close();
}
