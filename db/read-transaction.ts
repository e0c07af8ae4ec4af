import type { Connection } from './client.ts';

/**
 * Does work, which may only read, in a read transaction: all its answers come from one state of the database. `state`
 * is a number that is another for each state: what was read under the same number still holds.
 */
export type Snapshots = <T>(work: (state: number) => T) => T;

/** Turns of work that may share a read transaction. */
export interface Turns {
  /** Has `end` called when the turn that is under way ends; false when none is. */
  atEnd(end: () => void): boolean;
}

const noTurns: Turns = { atEnd: () => false };

/**
 * The read transactions of a connection: one for each work, or one for all the works of a turn, since taking SQLite's
 * lock and giving it back costs more than a look-up.
 */
export function snapshots({ sqlite }: Connection, turns: Turns = noTurns): Snapshots {
  const begin = sqlite.prepare('BEGIN');
  const commit = sqlite.prepare('COMMIT');
  let isOpen = false;
  let state = 0;
  const end = () => {
    isOpen = false;
    // a read that failed may have ended it already
    if (sqlite.inTransaction) commit.run();
  };
  return (work) => {
    if (isOpen) return work(state);
    state++;
    // the transaction may be somebody else's
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
