import { setTimeout as sleep } from 'node:timers/promises';
import type { FollowedFile } from '#db/cluster/followed-file.ts';
import { bytesBehind } from '#db/cluster/log.ts';
import type { Position } from '#db/cluster/position.ts';
import { isLockTimeout, type Session } from '#db/cluster/session.ts';
import { type LockPatience, lockRefusal } from '#db/lock-wait.ts';
import { type HeadPatience, isWanted, lockHead, lockHeadAgain, stepBack } from './head.ts';

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
