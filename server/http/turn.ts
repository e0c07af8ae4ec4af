import type { Turns } from '#db/read-transaction.ts';
import { processWide } from '#lib/process-wide.ts';

/** Works out the answer of a request, and gives what sends it. Neither may throw. */
type Answering = () => Sending;
type Sending = () => void;

/** Answers wait for one another no longer than this, in milliseconds. */
const longestWaitMs = 1;

/**
 * The turns of the event loop in which requests come in. All that are read from sockets in one turn are answered when
 * the last of them has been read: first they are worked out, one after the other, then they are sent. So each step runs
 * while the processor still has its code at hand, and a caller with several connections is woken once, not once an
 * answer. They were all sent before any of them is worked out, so they may share what is costly to take and give back,
 * such as a read transaction.
 */
class RequestTurns implements Turns {
  #asked: Answering[] = [];
  #isAnswering = false;
  readonly #ends: (() => void)[] = [];
  readonly #answerAll = () => {
    const asked = this.#asked;
    this.#asked = [];
    let ready: Sending[] = [];
    let since = performance.now();
    this.#isAnswering = true;
    try {
      for (const answer of asked) {
        ready.push(answer());
        if (performance.now() - since < longestWaitMs) continue;
        for (const send of ready) send();
        ready = [];
        since = performance.now();
      }
    } finally {
      // whatever happens: what is shared must not outlive its turn, or answers would grow old
      this.#isAnswering = false;
      for (const end of this.#ends.splice(0)) end();
    }
    for (const send of ready) send();
  };

  /** Has a request answered at the end of the turn in which it came in. */
  add(answer: Answering): void {
    this.#asked.push(answer);
    if (this.#asked.length === 1) setImmediate(this.#answerAll);
  }

  atEnd(end: () => void): boolean {
    if (this.#isAnswering) this.#ends.push(end);
    return this.#isAnswering;
  }
}

/** The turns of this process. */
export function turns(): RequestTurns {
  return processWide('turns', () => new RequestTurns());
}
