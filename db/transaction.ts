import { processWide } from '#lib/process-wide.ts';
import type { Connection, Db } from './client.ts';
import { commit, type Survives } from './commit.ts';

/** The last transaction that waits or runs on each writing connection. */
const lastTurns = () => processWide('transaction-turns', () => new WeakMap<Connection['sqlite'], Promise<unknown>>());

/**
 * Runs `work` in an immediate transaction, after all earlier ones of the same connection have finished: a commit may one
 * day wait for another machine. Anything that `work` throws, such as a Refusal, rolls it back.
 */
export function transact<Result>(
  connection: Connection,
  work: (db: Db) => Result,
  survives: Survives = 'power cut',
): Promise<Result> {
  const { sqlite } = connection;
  const turns = lastTurns();
  const run = () => commit(connection, work, survives);
  const turn = (turns.get(sqlite) ?? Promise.resolve()).then(run, run);
  turns.set(sqlite, turn);
  return turn;
}
