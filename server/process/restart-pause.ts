/** A process that lived at least this long did not fail because it cannot run; in milliseconds. */
const livedLongMs = 10_000;
const shortestMs = 100;
const longestMs = 30_000;

/** The pauses before a process that died is started again: short, but longer each time while it keeps dying quickly. */
export class RestartPause {
  #ms = shortestMs;
  #startedAt = performance.now();

  /** To be called at each start. */
  started(): void {
    this.#startedAt = performance.now();
  }

  /** The pause after a death, in milliseconds. */
  next(): number {
    if (performance.now() - this.#startedAt >= livedLongMs) this.#ms = shortestMs;
    const pause = this.#ms;
    this.#ms = Math.min(longestMs, pause * 2);
    return pause;
  }
}
