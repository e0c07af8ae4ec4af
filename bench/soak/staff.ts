import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '#tests/support/http.ts';
import { seedSession } from '#tests/support/staff/session.ts';
import type { Scene } from './scene.ts';

const pages = ['/admin', '/admin/register', '/admin/coverage', '/admin/jobs', '/admin/audit', '/'];
const pauseMs = 250;

/** A member of staff who looks at one page after the other. */
export class StaffVisits {
  readonly #scene: Scene;
  readonly #ended: Promise<void>;
  #signedIn = 0;
  #cookie: string;
  #isOver = false;
  /** Answers by status. */
  readonly statuses: Record<string, number> = {};
  /** Answers that are no page and not 503, and connections that ended without an answer. */
  readonly faults: string[] = [];
  /** Connections that ended without an answer because their worker was killed. */
  unanswered = 0;
  #isWorkerKilled = false;
  #visiting: Promise<void> = Promise.resolve();
  #pause: Promise<void> | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#cookie = this.#signIn();
    this.#ended = this.#visitPages();
  }

  get cookie(): string {
    return this.#cookie;
  }

  /** Kills a worker, which may be the one that has the present visit. */
  async whileWorkerIsKilled(kill: () => Promise<void>): Promise<void> {
    this.#isWorkerKilled = true;
    await kill();
    this.#isWorkerKilled = false;
  }

  /** Sets the clock between two visits: no session outlasts half a day, so the next visit has a new one. */
  async whileClockIsSet(set: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    await this.#visiting;
    await set();
    this.#cookie = this.#signIn();
    this.#pause = undefined;
    resolve();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  #signIn(): string {
    const { databaseFile, clock } = this.#scene;
    const email = `admin-${this.#signedIn++}@soak.example`;
    return `watea-session=${seedSession(databaseFile, { email, role: 'admin', nowMs: clock.now() })}`;
  }

  async #visitPages(): Promise<void> {
    for (let visit = 0; !this.#isOver; visit++) {
      await this.#pause;
      this.#visiting = this.#visit(pages[visit % pages.length] ?? '/');
      await this.#visiting;
      await sleep(pauseMs);
    }
  }

  async #visit(target: string): Promise<void> {
    try {
      const { status, body } = await ask(this.#scene.server.port, { target, headers: { Cookie: this.#cookie } });
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      const isPage = status === 200 && body.endsWith('</html>');
      if (!isPage && status !== 503) this.faults.push(`${status}: ${target} … ${body.slice(-200)}`);
    } catch (fault) {
      if (this.#isWorkerKilled) this.unanswered++;
      else this.faults.push(`${target}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  }
}
