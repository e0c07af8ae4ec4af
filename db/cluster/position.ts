import type { Connection } from '#db/client.ts';
import { clusterPosition } from './schema.ts';

/** Where in which cluster's log a file is: the last entry in it, and the hash of that. */
export interface Position {
  readonly cluster: string;
  readonly sequence: number;
  readonly hash: Buffer;
}

/** Undefined for a file that belongs to no cluster. */
export function getPosition({ db, sqlite }: Connection): Position | undefined {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cluster_position'").get();
  return exists === undefined ? undefined : db.select().from(clusterPosition).get();
}

/** Call it in the transaction that brings the file there. */
export function putPosition({ db }: Connection, { cluster, sequence, hash }: Position): void {
  const position = { cluster, sequence, hash };
  db.insert(clusterPosition)
    .values({ id: 1, ...position })
    .onConflictDoUpdate({ target: clusterPosition.id, set: position })
    .run();
}
