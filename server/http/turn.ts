import type { Turns } from '#db/read-transaction.ts';
import { processWide } from '#lib/process-wide.ts';

/** Computes the answer to a request and returns the function that sends it. Neither may throw. */
type Answering = () => Sending;
type Sending = () => void;

/** How long an answer waits for others, in milliseconds. */
const longestWaitMs = 1;

/**
 * The turns of the event loop in which requests arrive. All requests read from sockets in one turn are answered together
 * when the last of them has been read: first all answers are computed, then all are sent. Each step then runs with its
 * code still in the processor's cache, and a caller with several connections is woken once, not once per answer. All these
 * requests were sent before any is computed, so they can share what is costly to open and close, such as a read
 * transaction.
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
      // in any case: what is shared must not outlive its turn, or answers would be out of date
      this.#isAnswering = false;
      for (const end of this.#ends.splice(0)) end();
    }
    for (const send of ready) send();
  };

  /** Answers a request at the end of the turn in which it arrived. */
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
