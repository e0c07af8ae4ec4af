import { positionFrom } from '#db/cluster/log.ts';
import type { Position } from '#db/cluster/position.ts';
import type { Session } from '#db/cluster/session.ts';

/** How a writer waits for the log's head; times in milliseconds. */
export interface HeadPatience {
  readonly lockMs: number;
  /** How long the holder may do nothing before the server ends its session. */
  readonly idleMs: number;
  /** Whether writers of large data let this one in first, from now to the transaction's end. */
  readonly isAnnounced?: boolean;
}

/** The lock that all share who have announced to write. */
const announced = `(${0x57617465}, hashtext(current_schema()))`;

/** How long one that waits for the head may do nothing, in milliseconds. */
const idleBeforeMs = 60_000;

/**
 * Begins a transaction that has the log's head to itself.
 *
 * @returns undefined in a log without a cluster
 * @throws ServerError when others keep it (see `isLockTimeout`); the transaction goes on by `lockHeadAgain`
 */
export async function lockHead(session: Session, patience: HeadPatience): Promise<Position | undefined> {
  const announce = patience.isAnnounced === true ? `SELECT pg_advisory_xact_lock_shared${announced};` : '';
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${patience.lockMs};
    SET LOCAL synchronous_commit = on; SET LOCAL idle_in_transaction_session_timeout = ${idleBeforeMs};
    ${announce} SAVEPOINT waiting`;
  return await lock(session, begin, patience);
}

/** As `lockHead`, in the transaction that a lock timeout or `stepBack` has left. */
export async function lockHeadAgain(session: Session, patience: HeadPatience): Promise<Position | undefined> {
  return await lock(session, 'ROLLBACK TO waiting', patience);
}

async function lock(session: Session, begin: string, { lockMs, idleMs }: HeadPatience): Promise<Position | undefined> {
  const { rows } = await session.script(
    `${begin}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}; SELECT * FROM watea_head FOR UPDATE`,
    lockMs + session.silenceMs,
  );
  return positionFrom(rows[0]);
}

/** Lets others have the head, and remains announced. */
export async function stepBack(session: Session): Promise<void> {
  await session.script('ROLLBACK TO waiting');
}

/** Whether another node has announced to write. Not inside a transaction: the lock that it tries ends with the statement. */
export async function isWanted(session: Session): Promise<boolean> {
  const { rows } = await session.query(`SELECT pg_try_advisory_xact_lock${announced} AS free`);
  return rows[0]?.free === false;
}
