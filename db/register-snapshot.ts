import type { Connection } from './client.ts';

/**
 * Gives a function that does its work, which may only read, in one read transaction: all answers come from one state of
 * the database, and the locks are taken once instead of once a question.
 */
export function snapshots({ sqlite }: Connection): <T>(work: () => T) => T {
  const begin = sqlite.prepare('BEGIN');
  const commit = sqlite.prepare('COMMIT');
  return (work) => {
    if (sqlite.inTransaction) return work();
    begin.run();
    try {
      return work();
    } finally {
      commit.run();
    }
  };
}
