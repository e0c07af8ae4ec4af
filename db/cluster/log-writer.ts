import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { type Connection, usualLockPatienceMs } from '#db/client.ts';
import { type LockPatience, lockRefusal, retryWhileBusy } from '#db/lock-wait.ts';
import { requireFiles } from '#db/open-files.ts';
import { hashOf } from '#lib/cluster/chain.ts';
import { Refusal } from '#lib/refusal.ts';
import type { FollowedFile } from './followed-file.ts';
import { append, hasEntry, type LoggedEntry, lockHead } from './log.ts';
import { type Position, putPosition } from './position.ts';
import type { Servers } from './primary.ts';
import { isLockTimeout, type Session } from './session.ts';

/** How long one attempt to lock the head lasts, in milliseconds: a server that does not answer is noticed after it. */
const lockSliceMs = 300;
/** How many entries a writer applies at most while it has the head. */
const mostBehind = 16;
/** How long a holder of the head may do nothing before PostgreSQL ends its session, in milliseconds. */
const usualIdleMs = 10_000;
/** How long the commit waits for the standby before its outcome is looked up, in milliseconds. */
const commitMs = 3000;
/** How long an outcome is looked up, in milliseconds: a fail-over by Patroni takes up to 30 s. */
const lookUpMs = 40_000;
const lookUpPauseMs = 100;
/** How long one attempt to look it up waits for the head, in milliseconds. */
const lookUpLockMs = 3000;

/** A transaction that may become an entry of the log: what it does in the file, and the bytes of its entry. */
export interface LoggedWork<Result> {
  readonly connection: Connection;
  /** How long it may take, in milliseconds; the usual 10 s if left out. */
  readonly idleMs?: number;
  /** Runs with the head locked, before the transaction. */
  readonly prepare?: () => void;
  /** Called once the next may write: at the end, or when its outcome is unknown and has to be looked up. */
  readonly onFreed?: () => void;
  /** Runs in the transaction. @returns the entry, before it is compressed; undefined when nothing that is shared has changed */
  run(): { readonly result: Result; readonly body: Buffer | undefined };
}

/** Writes to the log, one entry after the other. */
export class LogWriter {
  readonly #servers: Servers;
  readonly #file: FollowedFile;
  readonly #node: string;
  #session: Session | undefined;
  #connecting: Promise<Session> | undefined;
  #turn: Promise<void> = Promise.resolve();
  readonly #lookUps = new Set<Promise<boolean>>();

  constructor(servers: Servers, file: FollowedFile, node: string) {
    this.#servers = servers;
    this.#file = file;
    this.#node = node;
  }

  /**
   * Locks the log's head, brings the file up to it, runs the work and commits first in PostgreSQL, then in SQLite. All
   * processes of all nodes take these locks in this order.
   */
  write<Result>(work: LoggedWork<Result>): Promise<Result> {
    const since = performance.now();
    const freed = Promise.withResolvers<void>();
    const onFreed = () => {
      freed.resolve();
      work.onFreed?.();
    };
    const written = this.#turn.then(() => this.#write({ ...work, onFreed }, since).finally(onFreed));
    this.#turn = freed.promise;
    return written;
  }

  async #write<Result>(work: LoggedWork<Result>, since: number): Promise<Result> {
    const { connection } = work;
    const patienceMs = connection.lockPatienceMs ?? usualLockPatienceMs;
    const patience = { file: connection.sqlite.name, patienceMs, since };
    const { session, head } = await this.#lock(patience, work.idleMs);
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
    if (await this.#commit(session, entry, work)) return result;
    throw new Refusal({ code: 'cluster-away' });
  }

  /** After this time without an answer a write is refused, in milliseconds. */
  get #awayMs(): number {
    return this.#servers.silenceMs + lockSliceMs;
  }

  /** @returns a session that has the head locked, with the file up to it */
  async #lock(
    patience: LockPatience,
    idleMs = usualIdleMs,
  ): Promise<{ readonly session: Session; readonly head: Position }> {
    let answeredAt = performance.now();
    for (;;) {
      const session = await this.#ready(answeredAt + this.#awayMs);
      try {
        const head = await lockHead(session, { lockMs: lockSliceMs, idleMs });
        this.#file.requireNotBeyond(head);
        const behind = head.sequence - this.#file.position().sequence;
        // who is far behind lets others write meanwhile
        if (behind > mostBehind) await session.script('ROLLBACK');
        if (behind > 0) await this.#file.catchUp(session);
        if (behind <= mostBehind) return { session, head };
        answeredAt = performance.now();
      } catch (fault) {
        // a session that had ended unnoticed: nothing has happened yet
        if (!session.isOpen && performance.now() < answeredAt + this.#awayMs) continue;
        await session.script('ROLLBACK').catch(() => undefined);
        if (!isLockTimeout(fault)) throw fault;
        answeredAt = performance.now();
        const waitedMs = answeredAt - patience.since;
        if (waitedMs >= patience.patienceMs) throw lockRefusal(waitedMs, patience.file);
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
    return session;
  }

  /** Commits on both sides. @returns whether the entry is in the log */
  async #commit(
    session: Session,
    entry: LoggedEntry,
    { connection, onFreed }: Pick<LoggedWork<unknown>, 'connection' | 'onFreed'>,
  ): Promise<boolean> {
    let isCertain = false;
    try {
      await append(session, this.#node, entry);
      isCertain = await session.commit(commitMs);
    } catch {
      session.close();
    }
    if (isCertain) {
      finish(connection);
      return true;
    }
    // others go on first: looking up may take as long as a fail-over
    rollBack(connection);
    onFreed?.();
    const lookUp = this.#lookUp(entry.id);
    this.#lookUps.add(lookUp);
    return await lookUp.finally(() => this.#lookUps.delete(lookUp));
  }

  /**
   * Whether an entry is in the log, asked of the present primary with the head locked: whoever wrote the entry has ended
   * then. The answer counts once its own commit is certain, because then everything before it is on a standby too.
   */
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
      await sleep(lookUpPauseMs);
    }
    throw new Refusal({ code: 'cluster-outcome-unknown' });
  }

  /** @returns undefined if the answer is not certain */
  async #ask(session: Session, id: string): Promise<boolean | undefined> {
    await lockHead(session, { lockMs: lookUpLockMs, idleMs: usualIdleMs });
    const isFound = await hasEntry(session, id);
    if (!(await session.commit(commitMs))) return undefined;
    if (isFound) await this.#file.catchUp(session).catch(() => undefined);
    return isFound;
  }

  async close(): Promise<void> {
    await this.#turn;
    await Promise.allSettled(this.#lookUps);
    this.#session?.close();
  }
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
