import type { Connection } from '#db/client.ts';

/** Where in which cluster's log a file is: the last entry in it, and the hash of that. */
export interface Position {
  readonly cluster: string;
  readonly sequence: number;
  readonly hash: Buffer;
}

type Sqlite = Pick<Connection, 'sqlite'>;

/** Undefined for a file that belongs to no cluster. */
export function getPosition({ sqlite }: Sqlite): Position | undefined {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cluster_position'").get();
  if (exists === undefined) return undefined;
  return sqlite.prepare<[], Position>('SELECT cluster, sequence, hash FROM cluster_position').get();
}

/** Call it in the transaction that brings the file there. */
export function putPosition({ sqlite }: Sqlite, { cluster, sequence, hash }: Position): void {
  sqlite
    .prepare('INSERT OR REPLACE INTO cluster_position (id, cluster, sequence, hash) VALUES (1, ?, ?, ?)')
    .run(cluster, sequence, hash);
}
