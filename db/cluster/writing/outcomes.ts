import { setTimeout as sleep } from 'node:timers/promises';
import type { FollowedFile } from '#db/cluster/followed-file.ts';
import { hasEntry } from '#db/cluster/log.ts';
import type { Servers } from '#db/cluster/primary.ts';
import type { Session } from '#db/cluster/session.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockHead } from './head-lock.ts';

/** How long an outcome is looked up, in milliseconds: a fail-over by Patroni takes up to 30 s. */
const lookUpMs = 40_000;
const pauseMs = 100;
/** How long one attempt waits for the head, how long it may have it, and how long its commit waits for the standby; in milliseconds. */
const patience = { lockMs: 3000, idleMs: 10_000 };
const commitMs = 3000;

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
