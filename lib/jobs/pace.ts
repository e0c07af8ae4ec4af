/** How far a stage was at an instant, in milliseconds of any clock. */
interface Sample {
  readonly at: number;
  readonly done: number;
}

/** The shortest time between two samples that are kept. */
const spacingMs = 200;
/** The rate is that of the last third of the stage, and of at least this time, so that it follows a change of pace. */
const leastWindowMs = 3000;
const windowShare = 1 / 3;
/** Before this it is too early to say anything. */
const leastMs = 1000;
/** Reports come in bursts: only after this long without one the stage is slower than they say. */
const silenceMs = 2000;

/** The pace of one stage of a job or a command, from what it reports. */
export class Pace {
  readonly #startedAt: number;
  /** In their order; the first is the last one before the window. */
  readonly #samples: Sample[] = [];
  #newest: Sample;

  /** @param done how far the stage is when it starts */
  constructor(startedAt: number, done = 0) {
    this.#startedAt = startedAt;
    this.#newest = { at: startedAt, done };
    this.#samples.push(this.#newest);
  }

  /** Notes a report. It is cheap: call it often. */
  add(done: number, at: number): void {
    this.#newest = { at, done };
    const last = this.#samples.at(-1);
    if (last !== undefined && at - last.at < spacingMs) return;
    this.#samples.push(this.#newest);
    const from = this.#windowStart(at);
    while ((this.#samples[1]?.at ?? at) <= from) this.#samples.shift();
  }

  /** How much is done in a second, of late; undefined while it is too early to say, and while nothing is. */
  rate(nowMs: number): number | undefined {
    const { at, done } = this.#newest;
    const until = nowMs - at > silenceMs ? nowMs : at;
    const first = this.#samples[0] ?? this.#newest;
    const [spentMs, steps] = [until - first.at, done - first.done];
    if (until - this.#startedAt < leastMs || spentMs <= 0 || steps <= 0) return undefined;
    return (1000 * steps) / spentMs;
  }

  #windowStart(at: number): number {
    return at - Math.max(leastWindowMs, (at - this.#startedAt) * windowShare);
  }
}

/** Nothing takes so long; a pace that says so is that of a stage that has met one slow step. */
const longestLeftMs = 12 * 3_600_000;

/** The milliseconds left of a stage; undefined while its total is unknown (0) or it is too early to say. */
export function timeLeft(done: number, total: number, rate: number | null | undefined): number | undefined {
  if (total <= 0 || rate === null || rate === undefined || rate <= 0) return undefined;
  const leftMs = Math.round((1000 * Math.max(0, total - done)) / rate);
  return leftMs <= longestLeftMs ? leftMs : undefined;
}
