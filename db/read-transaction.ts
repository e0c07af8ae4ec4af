import type { Connection } from './client.ts';

/**
 * Runs `work`, which may only read, in a read transaction, so that all its queries see one state of the database. `state`
 * is a different number for each state: what was read under the same number is still true.
 */
export type Snapshots = <T>(work: (state: number) => T) => T;

/** Turns of the event loop whose requests may share a read transaction. */
export interface Turns {
  /** Calls `end` when the current turn ends; false when there is no turn. */
  atEnd(end: () => void): boolean;
}

const noTurns: Turns = { atEnd: () => false };

/**
 * The read transactions of a connection: one for each call, or one for all calls of a turn, because taking and releasing
 * SQLite's lock costs more than a query.
 */
export function snapshots({ sqlite }: Connection, turns: Turns = noTurns): Snapshots {
  const begin = sqlite.prepare('BEGIN');
  const commit = sqlite.prepare('COMMIT');
  let isOpen = false;
  let state = 0;
  const end = () => {
    isOpen = false;
    // a failed read may have ended it already
    if (sqlite.inTransaction) commit.run();
  };
  return (work) => {
    if (isOpen) return work(state);
    state++;
    // the transaction may belong to a caller further out
    if (sqlite.inTransaction) return work(state);
    begin.run();
    isOpen = turns.atEnd(end);
    try {
      return work(state);
    } finally {
      if (!isOpen) end();
    }
  };
}
