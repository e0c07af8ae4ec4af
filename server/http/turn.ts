import { performance } from 'node:perf_hooks';
import type { Turns } from '#db/transaction.ts';
import { FairQueue } from '#lib/fair-queue.ts';
import { Overload, type RequestKind } from '#lib/http/overload.ts';
import { processWide } from '#lib/process-wide.ts';

/**
 * Computes the answer to a request and returns the function that sends it. Neither may throw.
 *
 * @param waitedMs how long the request has waited since it was read
 * @param behind how many requests of its caller wait behind it
 */
type Answering = (waitedMs: number, behind: number) => Sending;
type Sending = () => void;

interface Waiting {
  readonly answer: Answering;
  readonly readMs: number;
  /** The earliest instant at which its socket can have become readable. */
  readonly sinceMs: number;
}

/** How long a computed answer waits for others, in milliseconds. */
const longestWaitMs = 1;
/**
 * How long requests are answered before sockets are read again, in milliseconds: as long as reading took, within these
 * bounds. Under a flood, reading would otherwise leave no time for answers.
 */
const shortTurnMs = 4;
const longestTurnMs = 16;
/** A process that has answered fewer requests has code that is not compiled yet, and becomes faster by itself. */
const coldAnswers = 1000;
/** A loop that has slept less than this found events at once: they may have come while it was busy. */
const shortestSleepMs = 0.1;

/**
 * The turns of the event loop in which requests arrive. All requests read from sockets in one turn are answered together
 * when the last of them has been read: first all answers are computed, then all are sent. Each step then runs with its
 * code still in the processor's cache, and a caller with several connections is woken once, not once per answer. All these
 * requests were sent before any is computed, so they can share what is costly to open and close, such as a read
 * transaction.
 *
 * When they are too many for one turn, callers take turns, and the rest waits for the next one. Long answers are made in
 * pieces, one piece in a turn after the requests that are answered at once (B11).
 */
class RequestTurns implements Turns {
  readonly #waiting = new FairQueue<Waiting>();
  readonly #pieces = new FairQueue<() => void>();
  #isScheduled = false;
  #isAnswering = false;
  #answered = 0;
  /** When the last turn began and ended, and how long the loop had slept by then. */
  #lastTurn = { beganMs: 0, endedMs: 0, sleptMs: Number.NEGATIVE_INFINITY };
  readonly #ends: (() => void)[] = [];
  readonly #takeTurn = () => {
    this.#isScheduled = false;
    if (this.#waiting.size > 0) this.#answerWaiting();
    this.#pieces.take()?.();
    if (this.#waiting.size + this.#pieces.size > 0) this.#schedule();
  };

  /** Answers a request at the end of the turn in which it arrived, if not too many others wait. */
  add(answer: Answering, caller = ''): void {
    const hasSlept = performance.nodeTiming.idleTime - this.#lastTurn.sleptMs > shortestSleepMs;
    const readMs = performance.now();
    this.#waiting.add(caller, { answer, readMs, sinceMs: hasSlept ? readMs : this.#lastTurn.beganMs });
    this.#schedule();
  }

  /** Resolves when a piece of a long answer may be made, of at most 2 ms. */
  piece(caller: string): Promise<void> {
    return new Promise((resolve) => {
      this.#pieces.add(caller, resolve);
      this.#schedule();
    });
  }

  /** How many pieces wait for their turn. */
  get waitingPieces(): number {
    return this.#pieces.size;
  }

  atEnd(end: () => void): boolean {
    if (this.#isAnswering) this.#ends.push(end);
    return this.#isAnswering;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#takeTurn);
  }

  #answerWaiting(): void {
    const beganMs = performance.now();
    const untilMs = beganMs + Math.min(longestTurnMs, Math.max(shortTurnMs, beganMs - this.#lastTurn.endedMs));
    this.#lastTurn = { beganMs, endedMs: beganMs, sleptMs: performance.nodeTiming.idleTime };
    let longestMs = 0;
    let ready: Sending[] = [];
    let since = beganMs;
    let nowMs = beganMs;
    this.#isAnswering = true;
    try {
      // what is added meanwhile is for the next turn
      for (let left = this.#waiting.size; left > 0; left--) {
        const next = this.#waiting.take();
        if (next === undefined) break;
        longestMs = Math.max(longestMs, nowMs - next.sinceMs);
        this.#answered++;
        ready.push(next.answer(nowMs - next.readMs, this.#waiting.leftOfCaller));
        nowMs = performance.now();
        if (nowMs - since < longestWaitMs) continue;
        for (const send of ready) send();
        ready = [];
        since = nowMs = performance.now();
        if (nowMs >= untilMs) break;
      }
    } finally {
      // in any case: what is shared must not outlive its turn, or answers would be out of date
      this.#isAnswering = false;
      for (const end of this.#ends.splice(0)) end();
    }
    for (const send of ready) send();
    this.#lastTurn.endedMs = performance.now();
    // a turn that has answered all leaves no backlog, however late it came: the machine was busy with something else
    const isBehind = this.#waiting.size > 0 && this.#answered > coldAnswers;
    overload().observe(isBehind ? longestMs : 0, this.#lastTurn.endedMs, isBehind ? workedMs() : 0);
  }
}

/** The processor time that this thread has had, in milliseconds. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The turns of this process. */
export function turns(): RequestTurns {
  return processWide('turns', () => new RequestTurns());
}

/**
 * How long a refusal is kept back while the process is overloaded, in milliseconds: a caller that asks again at once would
 * otherwise have more refused than could be answered in that time. A refusal must be out after 100.
 */
export const shedAfterMs = 20;

/** The overload of this process. */
export const overload = () => processWide('overload', () => new Overload());

/** Whether a request of this kind is refused as soon as it comes. */
export function isOverloaded(kind: RequestKind): boolean {
  return overload().sheds(kind, { waitMs: 0, behind: 0 }, performance.now());
}
