import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { type Connection, usualLockPatienceMs } from '#db/client.ts';
import type { FollowedFile } from '#db/cluster/followed-file.ts';
import { append, hasEntry, type LoggedEntry } from '#db/cluster/log.ts';
import { type Position, putPosition } from '#db/cluster/position.ts';
import type { Servers } from '#db/cluster/primary.ts';
import type { Session } from '#db/cluster/session.ts';
import { requireFiles } from '#db/open-files.ts';
import { retryWhileBusy } from '#db/storage-fault.ts';
import { hashOf } from '#lib/cluster/entry.ts';
import { Refusal } from '#lib/refusal.ts';
import { HeadLock, type HeadWait, lockHead, lockSliceMs } from './head-lock.ts';

/** How long a holder of the head may do nothing before PostgreSQL ends its session, in milliseconds. */
const usualIdleMs = 10_000;
/** How long the commit waits for the standby before its outcome is looked up, in milliseconds. */
const commitMs = 3000;

/** How long the first connection of a process may take, in milliseconds; people get an answer within five seconds. */
const firstConnectionMs = 3500;

/** A transaction that may become an entry of the log: what it does in the file, and the bytes of its entry. */
export interface LoggedWork<Result> {
  readonly connection: Connection;
  /** How long it may take, in milliseconds; the usual 10 s if left out. */
  readonly idleMs?: number;
  /** See `WriteOptions`. */
  readonly givesWay?: boolean;
  /** Runs with the head locked, before the transaction. */
  readonly prepare?: () => void;
  /** Runs in the transaction. @returns the entry, before it is compressed; undefined when nothing that is shared has changed */
  run(): { readonly result: Result; readonly body: Buffer | undefined };
}

/** Writes to the log, one entry after the other. */
export class LogWriter {
  readonly #servers: Servers;
  readonly #file: FollowedFile;
  readonly #node: string;
  readonly #outcomes: Outcomes;
  #session: Session | undefined;
  #connecting: Promise<Session> | undefined;
  #hasConnected = false;
  /** When a write was last refused because the head could not be locked, by `performance.now()`. */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #turn: Promise<void> = Promise.resolve();

  constructor(servers: Servers, file: FollowedFile, node: string) {
    this.#servers = servers;
    this.#file = file;
    this.#node = node;
    this.#outcomes = new Outcomes(servers, file);
  }

  /**
   * Locks the log's head, brings the file up to it, runs the work and commits first in PostgreSQL, then in SQLite. All
   * processes of all nodes take these locks in this order.
   */
  write<Result>(work: LoggedWork<Result>): Promise<Result> {
    const since = performance.now();
    // the next may write at the end, or when the outcome is unknown and has to be looked up
    const freed = Promise.withResolvers<void>();
    const turn: Turn = { since, free: freed.resolve };
    const written = this.#turn.then(() => this.#write(work, turn).finally(turn.free));
    this.#turn = freed.promise;
    return written;
  }

  async #write<Result>(work: LoggedWork<Result>, { since, free }: Turn): Promise<Result> {
    const { connection } = work;
    const patienceMs = connection.lockPatienceMs ?? usualLockPatienceMs;
    const patience = { file: connection.sqlite.name, patienceMs, since };
    const { idleMs = usualIdleMs, givesWay = false } = work;
    const { session, head } = await this.#lock({ ...patience, idleMs, givesWay }).catch((fault: unknown) => {
      this.#refusedAt = performance.now();
      throw fault;
    });
    let staged: Staged<Result>;
    try {
      work.prepare?.();
      await retryWhileBusy(() => begin(connection.sqlite), patience);
      staged = stage(work, head);
    } catch (fault) {
      rollBack(connection);
      await session.script('ROLLBACK').catch(() => undefined);
      throw fault;
    }
    const { result, entry } = staged;
    if (entry === undefined) {
      await session.script('ROLLBACK').catch(() => undefined);
      commitLocally(connection);
      return result;
    }
    if (await this.#commit(session, entry, { connection, free })) return result;
    throw new Refusal({ code: 'cluster-away' });
  }

  /**
   * After this time without an answer a write is refused, in milliseconds. The first connection of a process has longer,
   * because PostgreSQL's client has to be loaded: a busy machine would refuse the first change after each reload.
   */
  get #awayMs(): number {
    return this.#hasConnected ? this.#servers.silenceMs + lockSliceMs : firstConnectionMs;
  }

  /** @returns a session that has the head locked, with the file up to it */
  async #lock(wait: HeadWait): Promise<{ readonly session: Session; readonly head: Position }> {
    // writes that have queued behind one that was refused wait no longer than it did
    const lock = new HeadLock(this.#file, wait, wait.since < this.#refusedAt ? wait.since : performance.now());
    for (;;) {
      const session = await this.#ready(lock.answeredAt + this.#awayMs);
      try {
        return { session, head: await lock.take(session) };
      } catch (fault) {
        // a session that had ended unnoticed: nothing has happened yet
        if (!session.isOpen && performance.now() < lock.answeredAt + this.#awayMs) continue;
        await session.script('ROLLBACK').catch(() => undefined);
        throw fault;
      }
    }
  }

  /** The session with the present primary. @throws Refusal `cluster-away` if it is not found before `until`, by `performance.now()` */
  async #ready(until: number): Promise<Session> {
    if (this.#session?.isOpen === true) return this.#session;
    // goes on beyond that time: the next write may find it
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    const tooLate = sleep(Math.max(0, until - performance.now())).then(() => {
      throw new Refusal({ code: 'cluster-away' });
    });
    tooLate.catch(() => undefined);
    return await Promise.race([this.#connecting, tooLate]);
  }

  async #connect(): Promise<Session> {
    const session = await this.#servers.connect();
    await this.#file.requireInLog(session);
    this.#session = session;
    this.#hasConnected = true;
    return session;
  }

  /** Commits on both sides. @returns whether the entry is in the log */
  async #commit(
    session: Session,
    entry: LoggedEntry,
    { connection, free }: { readonly connection: Connection; readonly free: () => void },
  ): Promise<boolean> {
    if (!(await this.#append(session, entry))) {
      rollBack(connection);
      return false;
    }
    const isCertain = await session.commit(commitMs).catch(() => {
      session.close();
      return false;
    });
    if (isCertain) {
      finish(connection);
      return true;
    }
    // others go on first: looking up may take as long as a fail-over
    rollBack(connection);
    free();
    return await this.#outcomes.isInLog(entry.id);
  }

  /** @returns false if it failed: without a COMMIT the server removes the entry with the session */
  async #append(session: Session, entry: LoggedEntry): Promise<boolean> {
    try {
      await append(session, this.#node, entry);
      return true;
    } catch {
      session.close();
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#outcomes.settled();
    this.#session?.close();
  }
}

/** A write's turn among those of this process. */
interface Turn {
  /** When it was asked for, by `performance.now()`. */
  readonly since: number;
  /** Has the next one begin. */
  free(): void;
}

interface Staged<Result> {
  readonly result: Result;
  readonly entry: LoggedEntry | undefined;
}

/** Runs the work, and makes its entry. */
function stage<Result>({ connection, run }: LoggedWork<Result>, at: Position): Staged<Result> {
  requireFiles(connection.sqlite);
  const { result, body: uncompressed } = run();
  if (uncompressed === undefined) return { result, entry: undefined };
  const body = zstdCompressSync(uncompressed);
  const id = randomUUID();
  const hash = hashOf(at.hash, { id, body });
  const entry = { sequence: at.sequence + 1, id, body, hash };
  putPosition(connection, { cluster: at.cluster, sequence: entry.sequence, hash });
  return { result, entry };
}

function begin(sqlite: Connection['sqlite']): void {
  // cannot be changed inside a transaction; what the log has need not survive a power cut here
  sqlite.pragma('synchronous = NORMAL');
  sqlite.exec('BEGIN IMMEDIATE');
}

/** Commits in the file what is in the log. If that fails, the node follows to it. */
function finish(connection: Connection): void {
  try {
    commitLocally(connection);
  } catch {
    rollBack(connection);
  }
}

function commitLocally({ sqlite }: Connection): void {
  sqlite.exec('COMMIT');
  sqlite.pragma('synchronous = FULL');
  requireFiles(sqlite);
}

function rollBack({ sqlite }: Connection): void {
  if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
  sqlite.pragma('synchronous = FULL');
}

/** How long an outcome is looked up, in milliseconds: a fail-over by Patroni takes up to 30 s. */
const lookUpMs = 40_000;
const pauseMs = 100;
/** How long one attempt waits for the head, and how long it may have it, in milliseconds. */
const patience = { lockMs: 3000, idleMs: 10_000 };

/** Looks up the outcomes of writes whose connection was lost at the commit. */
export class Outcomes {
  readonly #servers: Servers;
  readonly #file: FollowedFile;
  readonly #lookUps = new Set<Promise<boolean>>();

  constructor(servers: Servers, file: FollowedFile) {
    this.#servers = servers;
    this.#file = file;
  }

  /**
   * Whether an entry is in the log, asked of the present primary with the head locked: whoever wrote the entry has ended
   * then. The answer counts once its own commit is certain, because then everything before it is on a standby too.
   *
   * @throws Refusal `cluster-outcome-unknown` if nobody can be asked for 40 s
   */
  async isInLog(id: string): Promise<boolean> {
    const lookUp = this.#lookUp(id);
    this.#lookUps.add(lookUp);
    return await lookUp.finally(() => this.#lookUps.delete(lookUp));
  }

  async #lookUp(id: string): Promise<boolean> {
    const until = performance.now() + lookUpMs;
    while (performance.now() < until) {
      // others write by the writer's own session meanwhile
      const session = await this.#servers.connect().catch(() => undefined);
      try {
        const isFound = session && (await this.#ask(session, id));
        if (isFound !== undefined) return isFound;
      } catch {
        // another session, perhaps of another primary, may answer
      } finally {
        session?.close();
      }
      await sleep(pauseMs);
    }
    throw new Refusal({ code: 'cluster-outcome-unknown' });
  }

  /** @returns undefined if the answer is not certain */
  async #ask(session: Session, id: string): Promise<boolean | undefined> {
    await lockHead(session, patience);
    const isFound = await hasEntry(session, id);
    if (!(await session.commit(commitMs))) return undefined;
    if (isFound) await this.#file.catchUp(session).catch(() => undefined);
    return isFound;
  }

  /** Resolves when nothing is looked up any longer. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lookUps);
  }
}
