import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '#tests/support/http.ts';
import { seedSession } from '#tests/support/staff-session.ts';
import type { Scene } from './scene.ts';

const pages = ['/admin', '/admin/register', '/admin/coverage', '/admin/work', '/admin/audit', '/'];
const pauseMs = 1000;

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

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#cookie = this.#signIn();
    this.#ended = this.#visit();
  }

  get cookie(): string {
    return this.#cookie;
  }

  /** For after a step of the clock that outlasts a session. */
  signInAgain(): void {
    this.#cookie = this.#signIn();
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

  async #visit(): Promise<void> {
    for (let visit = 0; !this.#isOver; visit++) {
      const target = pages[visit % pages.length] ?? '/';
      try {
        const { status, body } = await ask(this.#scene.server.port, { target, headers: { Cookie: this.#cookie } });
        this.statuses[status] = (this.statuses[status] ?? 0) + 1;
        const isPage = status === 200 && body.endsWith('</html>');
        if (!isPage && status !== 503) this.faults.push(`${status}: ${target} … ${body.slice(-200)}`);
      } catch (fault) {
        this.faults.push(`${target}: ${fault instanceof Error ? fault.message : String(fault)}`);
      }
      await sleep(pauseMs);
    }
  }
}
