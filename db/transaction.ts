import { setTimeout as sleep } from 'node:timers/promises';
import { processWide } from '#lib/process-wide.ts';
import { Refusal } from '#lib/refusal.ts';
import { type Connection, type Db, usualLockPatienceMs } from './client.ts';
import { commit, type Survives } from './commit.ts';
import { isBusy, storageRefusal } from './storage-fault.ts';

/** The pauses between two attempts to take the write lock, in milliseconds: the last one is repeated. */
const pausesMs = [1, 2, 4, 8, 12, 16, 20] as const;
const longestPauseMs = 25;

/** The last transaction that waits or runs on each writing connection. */
const lastTurns = () => processWide('transaction-turns', () => new WeakMap<Connection['sqlite'], Promise<unknown>>());

/**
 * Runs `work` in an immediate transaction, after all earlier ones of the same connection have finished. While another
 * process has the write lock it waits without stopping the event loop, at most as long as the connection's patience,
 * which counts from the call. Anything that `work` throws, such as a Refusal, rolls it back.
 *
 * @throws Refusal when the lock stays taken (`database-busy`), and when the disk is full, read-only or failing
 */
export function transact<Result>(
  connection: Connection,
  work: (db: Db) => Result,
  survives: Survives = 'power cut',
): Promise<Result> {
  const { sqlite } = connection;
  const turns = lastTurns();
  const calledAt = performance.now();
  const run = () => whenUnlocked(connection, () => commit(connection, work, survives), calledAt);
  const turn = (turns.get(sqlite) ?? Promise.resolve()).then(run, run);
  turns.set(sqlite, turn);
  return turn;
}

/**
 * Runs `write`, which takes the write lock itself, again and again while another process has the lock.
 *
 * @param since from when the connection's patience counts, by `performance.now()`
 * @throws Refusal as `transact` does
 */
export async function whenUnlocked<Result>(
  { sqlite, lockPatienceMs = usualLockPatienceMs }: Connection,
  write: () => Result,
  since = performance.now(),
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return write();
    } catch (fault) {
      if (!isBusy(fault)) throw storageRefusal(fault, sqlite.name) ?? fault;
      const waitedMs = performance.now() - since;
      if (waitedMs >= lockPatienceMs)
        throw new Refusal({ code: 'database-busy', seconds: Math.round(waitedMs / 1000), file: sqlite.name });
    }
    await sleep(pausesMs[attempt] ?? longestPauseMs);
  }
}

/**
 * Runs `work` in a transaction at once, or not at all: for what may be left out while another process has the write lock
 * or the disk takes nothing.
 *
 * @returns whether it ran
 */
export function tryToTransact(connection: Connection, work: (db: Db) => void): boolean {
  const { sqlite } = connection;
  if (sqlite.inTransaction) return false;
  try {
    commit(connection, work, 'kill');
    return true;
  } catch (fault) {
    if (isBusy(fault) || storageRefusal(fault, sqlite.name) !== undefined) return false;
    throw fault;
  }
}
