import { processWide } from '#lib/process-wide.ts';

/** Ends a turn in a queue; calling it again does nothing. */
export type EndTurn = () => void;

/** A place in a queue. `turn` resolves to undefined if there was no room, or the turn did not come in time. */
export interface Place {
  readonly turn: Promise<EndTurn | undefined>;
  /** Gives the place up, before the turn or after it. */
  leave(): void;
}

/** How many may have their turn at once, how many may wait for theirs, and for how long in milliseconds. */
export interface QueueBounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
}

/** A first-come, first-served queue with bounds. */
export class PageQueue {
  readonly #bounds: QueueBounds;
  readonly #waiting = new Set<(endTurn: EndTurn | undefined) => void>();
  #running = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** How many have their turn. */
  get running(): number {
    return this.#running;
  }

  /** How many wait for theirs. */
  get waiting(): number {
    return this.#waiting.size;
  }

  enter(): Place {
    const { atOnce, mostWaiting, longestWaitMs } = this.#bounds;
    if (this.#running < atOnce) {
      const endTurn = this.#begin();
      return { turn: Promise.resolve(endTurn), leave: endTurn };
    }
    if (this.#waiting.size >= mostWaiting) return { turn: Promise.resolve(undefined), leave: () => undefined };
    const { promise, resolve } = Promise.withResolvers<EndTurn | undefined>();
    let own: EndTurn | undefined;
    const settle = (endTurn: EndTurn | undefined) => {
      clearTimeout(timeout);
      this.#waiting.delete(settle);
      own = endTurn;
      resolve(endTurn);
    };
    const timeout = setTimeout(settle, longestWaitMs, undefined);
    this.#waiting.add(settle);
    return { turn: promise, leave: () => (own === undefined ? settle(undefined) : own()) };
  }

  #begin(): EndTurn {
    this.#running++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running--;
      const [next] = this.#waiting;
      next?.(this.#begin());
    };
  }
}

/** The queues of this process, by name. */
export const openQueues = () => processWide('page-queues', () => new Map<string, PageQueue>());
