import { readClock } from './log.ts';
import type { Session } from './session.ts';

/** How many measurements are compared, one a second. */
const kept = 16;

/** PostgreSQL's clock, by its offset to this process's monotonic clock. The quickest answers measure it best. */
export class LogClock {
  #measured: { readonly offsetMs: number; readonly tripMs: number }[] = [];

  async measure(session: Session): Promise<void> {
    const askedAt = performance.now();
    const logMs = await readClock(session);
    const tripMs = performance.now() - askedAt;
    this.#measured = [{ offsetMs: logMs - askedAt - tripMs / 2, tripMs }, ...this.#measured].slice(0, kept);
  }

  /** Epoch milliseconds; undefined before the first measurement. */
  nowMs(): number | undefined {
    if (this.#measured.length === 0) return undefined;
    const best = this.#measured.reduce((one, other) => (other.tripMs < one.tripMs ? other : one));
    return performance.now() + best.offsetMs;
  }
}
