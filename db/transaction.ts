import { AsyncLocalStorage } from 'node:async_hooks';
import { memberOf } from '#db/cluster/membership.ts';
import type { Cluster } from '#db/cluster/types.ts';
import { processWide } from '#lib/process-wide.ts';
import { type Connection, type Db, usualLockPatienceMs } from './client.ts';
import { requireFiles } from './open-files.ts';
import { isBusy, retryWhileBusy, storageRefusal } from './storage-fault.ts';

/** The last transaction that waits or runs on each writing connection. */
const lastTurns = () => processWide('transaction-turns', () => new WeakMap<Connection['sqlite'], Promise<unknown>>());

/**
 * Runs `work` in an immediate transaction, after all earlier ones of the same connection have finished. While another
 * process has the write lock it waits without stopping the event loop, at most as long as the connection's patience,
 * which counts from the call. Anything that `work` throws, such as a Refusal, rolls it back. In a cluster, what it changes
 * is an entry of the log, which `kill` has others write before.
 *
 * @throws Refusal when the lock stays taken (`database-busy`), when the disk is full, read-only or failing, and in a
 *   cluster when PostgreSQL is away
 */
export function transact<Result>(
  connection: Connection,
  work: (db: Db) => Result,
  survives: Survives = 'power cut',
): Promise<Result> {
  const { sqlite } = connection;
  const calledAt = performance.now();
  const guarded = guardedWork(work);
  // the log has one transaction of a process after the other too
  const member = memberOf<Cluster>(sqlite);
  if (member !== undefined) return member.write(connection, guarded, { givesWay: survives === 'kill' });
  const turns = lastTurns();
  const before = turns.get(sqlite) ?? Promise.resolve();
  const run = () => retryWhileBusy(() => commit(connection, guarded, survives), patienceOf(connection, calledAt));
  const turn = before.then(run, run);
  turns.set(sqlite, turn);
  return turn;
}

function guardedWork<Result>(work: (db: Db) => Result): (db: Db) => Result {
  const guards = presentGuards();
  if (guards.length === 0) return work;
  return (db) => {
    for (const requireOwn of guards) requireOwn();
    return work(db);
  };
}

/**
 * Runs `write`, which takes the write lock itself, again and again while another process has the lock. In a cluster, what
 * it changes is one entry of the log.
 *
 * @throws Refusal as `transact` does
 */
export function whenUnlocked<Result>(connection: Connection, write: () => Result): Promise<Result> {
  if (memberOf(connection.sqlite) !== undefined) return transact(connection, write);
  return retryWhileBusy(write, patienceOf(connection, performance.now()));
}

function patienceOf({ sqlite, lockPatienceMs = usualLockPatienceMs }: Connection, since: number) {
  return { file: sqlite.name, patienceMs: lockPatienceMs, since };
}

/**
 * Runs `work` in a transaction at once, or not at all: for what may be left out while another process has the write lock
 * or the disk takes nothing. In a cluster it is only begun, and left out if it cannot be done.
 *
 * @returns whether it ran
 */
export function tryToTransact(connection: Connection, work: (db: Db) => void): boolean {
  const { sqlite } = connection;
  if (memberOf(sqlite) !== undefined) {
    transact(connection, work).catch(() => undefined);
    return true;
  }
  if (sqlite.inTransaction) return false;
  try {
    commit(connection, work, 'kill');
    return true;
  } catch (fault) {
    if (isBusy(fault) || storageRefusal(fault, sqlite.name) !== undefined) return false;
    throw fault;
  }
}

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

/** Throws a Refusal when what is being done is no longer this process's to do. */
export type Guard = () => void;

const storage = () => processWide('write-guards', () => new AsyncLocalStorage<readonly Guard[]>());

/** Runs `work`, each of whose transactions calls `guard` first: another process may have taken over. */
export function whileGuarded<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  return storage().run([...presentGuards(), guard], work);
}

/** The guards of the work that calls this. */
export function presentGuards(): readonly Guard[] {
  return storage().getStore() ?? [];
}

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
