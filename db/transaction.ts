import { processWide } from '#lib/process-wide.ts';
import type { Connection, Db } from './client.ts';

/** The last of the transactions that wait or run on each writing connection. */
const lastTurns = () => processWide('transaction-turns', () => new WeakMap<Connection['sqlite'], Promise<unknown>>());

/**
 * Runs `work` in an immediate transaction, after every other that was asked of the same connection before: what commits
 * may one day wait for another machine. Whatever `work` throws, such as a Refusal, undoes all of it.
 */
export function transact<Result>({ db, sqlite }: Connection, work: (db: Db) => Result): Promise<Result> {
  const turns = lastTurns();
  const run = () => db.transaction(work, { behavior: 'immediate' });
  const turn = (turns.get(sqlite) ?? Promise.resolve()).then(run, run);
  turns.set(sqlite, turn);
  return turn;
}
