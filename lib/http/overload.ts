/**
 * How long a process must have worked while the longest wait was too long before it counts as overloaded, in milliseconds of
 * processor time: a wait for the processor is not a backlog of its own.
 */
const standingForMs = 100;
/** The longest wait that is not too long, in milliseconds. */
const shortMs = 15;
/** How long it still counts as overloaded afterwards, in milliseconds: what is shed would come back at once. */
const overloadedForMs = 500;
/** A wait that has become shorter by this factor belongs to a backlog that is being worked off. */
const recovering = 0.75;

/**
 * The kinds of requests, with how long one may have waited while the process is overloaded, in milliseconds: first goes
 * what costs most or matters least, a registrar last (B11). An answer must be out after 50.
 */
const longestWaitMs = {
  /** pages, tiles, pictures, and the questions of the map */
  page: 0,
  /** bulk requests, many names in one request, droplists */
  long: 0,
  /** callers of the registry whose address is on no allowlist */
  stranger: 0,
  key: 10,
  registrar: 20,
  /** `/healthz` and `/readyz`: a monitor would restart, or take away, a process that is only busy */
  monitor: Number.POSITIVE_INFINITY,
} as const;

/**
 * A caller with no more requests than this behind the one that is answered waits for others, not for itself, and twice as
 * long.
 */
const fewBehind = 4;

export type RequestKind = keyof typeof longestWaitMs;

/**
 * Decides whether a process is overloaded, from how long requests wait for their turn. A long wait alone says little: a
 * collection of garbage or a burst makes one, and is worked off. A wait that stays too long for 100 ms and does not become
 * shorter does not end by itself (the idea of CoDel, RFC 8289). Instants are milliseconds of any origin.
 */
export class Overload {
  /** The processor time at the first of these waits. */
  #sinceMs: number | undefined;
  #firstWaitMs = 0;
  #untilMs = Number.NEGATIVE_INFINITY;

  /** Takes note of the longest wait of a turn. @param workedMs the processor time that the thread has had by now */
  observe(waitMs: number, nowMs: number, workedMs: number): void {
    if (waitMs < shortMs) this.#sinceMs = undefined;
    else if (this.#sinceMs === undefined || waitMs < this.#firstWaitMs * recovering) {
      this.#sinceMs = workedMs;
      this.#firstWaitMs = waitMs;
    } else if (workedMs - this.#sinceMs >= standingForMs) this.#untilMs = nowMs + overloadedForMs;
  }

  isOverloaded(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /**
   * Whether a request that has waited this long is refused, so that others are answered in time.
   *
   * @param behind how many requests of its caller wait behind it
   */
  sheds(kind: RequestKind, { waitMs, behind }: { waitMs: number; behind: number }, nowMs: number): boolean {
    return nowMs < this.#untilMs && waitMs >= longestWaitMs[kind] * (behind > fewBehind ? 1 : 2);
  }
}
