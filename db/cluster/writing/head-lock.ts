import { setTimeout as sleep } from 'node:timers/promises';
import type { FollowedFile } from '#db/cluster/followed-file.ts';
import { bytesBehind, positionFrom } from '#db/cluster/log.ts';
import type { Position } from '#db/cluster/position.ts';
import { isLockTimeout, type Session } from '#db/cluster/session.ts';
import { type LockPatience, lockRefusal } from '#db/storage-fault.ts';

/** How long one attempt to lock the head lasts, in milliseconds: a server that does not answer is noticed after it. */
export const lockSliceMs = 300;
/** How many entries, and how many bytes of them, a writer applies while it has the head. */
const mostBehind = 16;
const mostBytesBehind = 64 * 1024;
/** After this many attempts it applies more bytes, because others may be as quick as it is. */
const steps = 3;
/** How long the next entry of large data lets others in first, and how often it looks; in milliseconds. */
const longestWayMs = 1000;
const wayPauseMs = 10;

/** How a writer waits for the head. */
export interface HeadWait extends LockPatience {
  readonly idleMs: number;
  readonly givesWay: boolean;
}

/** One writer's wait for the log's head. */
export class HeadLock {
  /** When the server has last answered, by `performance.now()`. */
  answeredAt: number;
  readonly #file: FollowedFile;
  readonly #wait: HeadWait;
  readonly #patience: HeadPatience;

  constructor(file: FollowedFile, wait: HeadWait, answeredAt: number) {
    this.answeredAt = answeredAt;
    this.#file = file;
    this.#wait = wait;
    this.#patience = { lockMs: lockSliceMs, idleMs: wait.idleMs, isAnnounced: !wait.givesWay };
  }

  /** Locks the head with the file up to it. Others write while large entries are applied. @throws Refusal `database-busy` */
  async take(session: Session): Promise<Position> {
    if (this.#wait.givesWay) await this.#letOthersIn(session);
    let lock = lockHead;
    for (let step = 1; ; step++) {
      const head = await this.#attempt(session, lock);
      this.#file.requireNotBeyond(head);
      const { sequence } = this.#file.position();
      const behind = head.sequence - sequence;
      if (behind === 0) return head;
      const isNear = behind <= mostBehind;
      if (isNear && (step >= steps || (await bytesBehind(session, sequence)) <= mostBytesBehind)) {
        await this.#file.catchUp(session);
        return head;
      }
      // who is far behind stops nobody meanwhile
      if (isNear) await stepBack(session);
      else await session.script('ROLLBACK');
      await this.#file.catchUp(session);
      this.#answered();
      lock = isNear ? lockHeadAgain : lockHead;
    }
  }

  async #attempt(session: Session, first: typeof lockHead): Promise<Position | undefined> {
    for (let lock = first; ; lock = lockHeadAgain) {
      try {
        return await lock(session, this.#patience);
      } catch (fault) {
        if (!isLockTimeout(fault)) throw fault;
        this.#answered();
      }
    }
  }

  /** Large data are one entry after the other: between them others write without waiting for the next. */
  async #letOthersIn(session: Session): Promise<void> {
    const until = performance.now() + longestWayMs;
    while (performance.now() < until && (await isWanted(session))) {
      this.answeredAt = performance.now();
      await sleep(wayPauseMs);
    }
  }

  #answered(): void {
    this.answeredAt = performance.now();
    const waitedMs = this.answeredAt - this.#wait.since;
    if (waitedMs >= this.#wait.patienceMs) throw lockRefusal(waitedMs, this.#wait.file);
  }
}

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
