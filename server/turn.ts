import type { Turns } from '#db/register-snapshot.ts';
import { processWide } from '#lib/process-wide.ts';

/**
 * The turns of the event loop in which requests come in. All that are read from sockets in one turn were sent before it
 * began, so they may share what is costly to take and give back, such as a read transaction.
 */
class RequestTurns implements Turns {
  #isUnderWay = false;
  readonly #ends: (() => void)[] = [];

  /** To be called for each request; the turn ends when the loop has read all sockets that were ready. */
  begin(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    setImmediate(() => {
      this.#isUnderWay = false;
      for (const end of this.#ends.splice(0)) end();
    });
  }

  atEnd(end: () => void): boolean {
    if (this.#isUnderWay) this.#ends.push(end);
    return this.#isUnderWay;
  }
}

/** The turns of this process. */
export function turns(): RequestTurns {
  return processWide('turns', () => new RequestTurns());
}
