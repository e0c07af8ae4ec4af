import { type Connection, openReader } from '#db/client.ts';
import { type Snapshots, snapshots } from '#db/read-transaction.ts';
import { settings } from '#lib/env.ts';
import { getProcessWide, processWide } from '#lib/process-wide.ts';
import { turns } from '#server/http/turn.ts';

/** The connection on which the two APIs read, and its read transactions. */
export interface ApiReader {
  readonly connection: Connection;
  readonly inSnapshot: Snapshots;
}

/**
 * The reader of the two APIs. Pages have another: they must see what they have just written, while this one sees, for
 * a whole turn of the loop, the database as it stood when the turn's first request was answered.
 */
export function apiReader(): ApiReader {
  return processWide('api-reader', () => {
    const connection = openReader(settings().databaseFile);
    return { connection, inSnapshot: snapshots(connection, turns()) };
  });
}

/** For the end of a process, which may never have been asked. */
export function closeApiReader(): void {
  getProcessWide<ApiReader>('api-reader')?.connection.sqlite.close();
}
