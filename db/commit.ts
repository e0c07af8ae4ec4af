import type { Connection, Db } from './client.ts';
import { requireFiles } from './open-files.ts';

/**
 * What a commit survives. `power cut`: it is on the disk, with everything committed before it, when the call returns.
 * `kill`: only the end of this process; after a power cut it is complete or gone, and gone with it is what followed.
 */
export type Survives = 'power cut' | 'kill';

/**
 * Runs `work` in an immediate transaction on a writing connection. All that is confirmed to a person survives a power cut;
 * `kill` is for counts, progress and rows that stay invisible until another transaction publishes them.
 *
 * @throws Refusal when the database or its log was removed or replaced; what was committed since then is lost
 */
export function commit<Result>(connection: Connection, work: (db: Db) => Result, survives: Survives): Result {
  const { sqlite } = connection;
  requireFiles(sqlite);
  const result = commitAs(connection, work, survives);
  requireFiles(sqlite);
  return result;
}

function commitAs<Result>({ db, sqlite }: Connection, work: (db: Db) => Result, survives: Survives): Result {
  // part of a larger transaction, as every one in a cluster is
  if (sqlite.inTransaction || survives === 'power cut') return db.transaction(work, { behavior: 'immediate' });
  // cannot be changed inside a transaction
  sqlite.pragma('synchronous = NORMAL');
  try {
    return db.transaction(work, { behavior: 'immediate' });
  } finally {
    sqlite.pragma('synchronous = FULL');
  }
}
