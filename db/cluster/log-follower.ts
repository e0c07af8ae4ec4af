import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#lib/refusal.ts';
import { type FollowedFile, NeedsBase } from './followed-file.ts';
import { isSynchronous, listen, readClock, readHead } from './log.ts';
import { showPresence } from './presence.ts';
import type { Servers } from './primary.ts';
import type { Session } from './session.ts';
import type { ClusterState, Follower, StoppedReason } from './types.ts';

/** How often the log is asked without being notified, in milliseconds: behind some poolers no notification arrives. */
const pollMs = 1000;
/** The pause after a fault, in milliseconds. */
const retryMs = 100;

/** What is followed, by which node. */
interface Followed {
  readonly servers: Servers;
  readonly file: FollowedFile;
  readonly clock: LogClock;
  readonly node: string;
}

/** Brings the node's file to the log's end whenever it moves. */
export class LogFollower implements Follower {
  readonly #servers: Servers;
  readonly #file: FollowedFile;
  readonly #clock: LogClock;
  readonly #node: string;
  readonly #onApplied: ((sequence: number) => void) | undefined;
  readonly #running: Promise<void>;
  #session: Session | undefined;
  #isClosed = false;
  #isDue = false;
  #wake: (() => void) | undefined;
  #isConnected = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #completeAt = Number.NEGATIVE_INFINITY;
  #headSequence = 0;
  #synchronous: boolean | undefined;
  #lostNodes: readonly string[] = [];
  #stopped: StoppedReason | undefined;

  constructor({ servers, file, clock, node }: Followed, onApplied?: (sequence: number) => void) {
    this.#servers = servers;
    this.#file = file;
    this.#clock = clock;
    this.#node = node;
    this.#onApplied = onApplied;
    this.#running = this.#run();
  }

  state(): ClusterState {
    const { sequence } = this.#file.position();
    const logMs = this.#clock.nowMs();
    return {
      connected: this.#isConnected,
      staleMs: performance.now() - this.#completeAt,
      sequence,
      behind: Math.max(0, this.#headSequence - sequence),
      clockOffsetMs: logMs === undefined ? undefined : logMs - Date.now(),
      synchronous: this.#synchronous,
      lostNodes: this.#lostNodes,
      stopped: this.#stopped,
    };
  }

  wake(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#session?.close();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#followSession();
      } catch (fault) {
        this.#stopped = stoppedBy(fault);
      }
      this.#isConnected = false;
      this.#session?.close();
      await sleep(retryMs);
    }
  }

  /** Follows by one session until it ends. */
  async #followSession(): Promise<void> {
    const session = await this.#servers.connect();
    this.#session = session;
    this.#askedAt = Number.NEGATIVE_INFINITY;
    // what this node has written is in its file already
    session.onNotification((node) => node !== this.#node && this.wake());
    session.onClose(() => this.wake());
    await this.#file.requireInLog(session);
    await listen(session);
    this.#synchronous = await isSynchronous(session);
    while (session.isOpen && !this.#isClosed) {
      this.#isDue = false;
      await this.#followOnce(session);
      if (!this.#isDue) await this.#nextTime();
    }
  }

  async #followOnce(session: Session): Promise<void> {
    const askedAt = performance.now();
    if (askedAt - this.#askedAt < pollMs / 2) {
      await this.#catchUp(session, this.#headSequence);
      return;
    }
    this.#askedAt = askedAt;
    await this.#clock.measure(session);
    const at = this.#file.position();
    const head = await readHead(session);
    this.#file.requireNotBeyond(head, at);
    this.#headSequence = head.sequence;
    this.#isConnected = true;
    if (at.sequence < head.sequence) await this.#catchUp(session, head.sequence);
    this.#stopped = undefined;
    await this.#confirm(session, askedAt);
  }

  /** Applies entries until one that is known: with large data the log may grow as quickly as they are applied. */
  async #catchUp(session: Session, until: number): Promise<void> {
    const isAtEnd = await this.#file.catchUp(session, { onApplied: this.#onApplied, until });
    this.#isDue ||= !isAtEnd;
  }

  /** Makes sure that this is the present primary: only then was the file complete when its head was read. */
  async #confirm(session: Session, askedAt: number): Promise<void> {
    const lost = await showPresence(session, this.#node, this.#file.position().sequence);
    // the next session may be one of the new primary
    if (lost === undefined) return session.close();
    this.#lostNodes = lost;
    this.#completeAt = askedAt;
  }

  /** Resolves when it is woken, or after a second. */
  async #nextTime(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

/** What a person, a newer program or a base must end; undefined for what passes by itself. */
function stoppedBy(fault: unknown): StoppedReason | undefined {
  if (fault instanceof NeedsBase) return { code: 'needs-base', message: fault.message };
  if (fault instanceof Refusal && fault.reason.code === 'cluster-newer-schema')
    return { code: 'newer-schema', migration: fault.reason.migration };
  return undefined;
}

/** How many measurements are compared, one a second. */
const kept = 16;

/** PostgreSQL's clock, by its offset to this process's monotonic clock. The quickest answers measure it best. */
export class LogClock {
  #measured: { readonly offsetMs: number; readonly tripMs: number }[] = [];

  async measure(session: Session): Promise<void> {
    const askedAt = performance.now();
    const logMs = await readClock(session);
    const tripMs = performance.now() - askedAt;
    this.#measured = [{ offsetMs: logMs - askedAt - tripMs / 2, tripMs }, ...this.#measured].slice(0, kept);
  }

  /** Epoch milliseconds; undefined before the first measurement. */
  nowMs(): number | undefined {
    if (this.#measured.length === 0) return undefined;
    const best = this.#measured.reduce((one, other) => (other.tripMs < one.tripMs ? other : one));
    return performance.now() + best.offsetMs;
  }
}
