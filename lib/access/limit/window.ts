/** A period in which requests are counted together; `endsAt` in milliseconds since 1970. */
export type Window = Readonly<{ id: string | number; endsAt: number }>;

/** The window that contains an instant (milliseconds since 1970). */
export type WindowOf = (nowMs: number) => Window;

/** A request that read the clock up to this long ago counts in the window that has begun since. */
const STALE_CLOCK_MS = 2_000;

/** Windows of a fixed number of whole seconds since 1970; with 1 they are the seconds of the clock. */
export function fixedWindow(seconds: number): WindowOf {
  const lengthMs = seconds * 1_000;
  return (nowMs) => {
    const id = Math.floor(nowMs / lengthMs);
    return { id, endsAt: (id + 1) * lengthMs };
  };
}

/**
 * A kind of window, such as the second or the day. `slot` is its index among the kinds of one limiter; `seconds` is the
 * value of `w=`. A window that counts `lookups` is charged for each point of a bulk request, one that counts `requests`
 * once.
 */
export class LimitWindow {
  readonly name: string;
  readonly slot: number;
  readonly seconds: number;
  readonly counts: 'requests' | 'lookups';
  readonly #windowOf: WindowOf;
  #current: Window = { id: '', endsAt: Number.NEGATIVE_INFINITY };
  #seenFrom = Number.POSITIVE_INFINITY;

  constructor(kind: {
    name: string;
    slot: number;
    seconds: number;
    counts: 'requests' | 'lookups';
    windowOf: WindowOf;
  }) {
    this.name = kind.name;
    this.slot = kind.slot;
    this.seconds = kind.seconds;
    this.counts = kind.counts;
    this.#windowOf = kind.windowOf;
  }

  /** The window at an instant: the same object until the window ends. A clock set back opens the earlier window. */
  at(nowMs: number): Window {
    if (nowMs < this.#current.endsAt && nowMs >= this.#seenFrom - STALE_CLOCK_MS) return this.#current;
    const window = this.#windowOf(nowMs);
    if (window.id !== this.#current.id) this.#current = window;
    this.#seenFrom = nowMs;
    return this.#current;
  }

  idAt(ms: number): string | number {
    return this.#windowOf(ms).id;
  }
}
