import { getExchange } from '#lib/http/exchange.ts';
import { processWide } from '#lib/process-wide.ts';
import { Refusal } from '#lib/refusal.ts';

/** How many passwords are hashed at once, for everybody: a hash takes 19 MiB and a core for some 50 ms. */
const mostAtOnce = 2;
/** How many more may wait for that; whoever comes then is refused. */
const mostWaiting = 8;

/** Waits for its turn, then hashes. */
export type InTurn = <Result>(hash: () => Promise<Result>) => Promise<Result>;

/** A place of one who hashes, or waits to. */
interface Place {
  /** Whether nobody waits for the answer now. */
  readonly hasLeft: () => boolean;
}

interface Waiting {
  readonly place: Place;
  readonly begin: () => void;
  readonly giveUp: (reason: Refusal) => void;
}

/** Lets only a few passwords be hashed at once, and only a few more wait. */
export class HashingTurns {
  readonly #places = new Set<Place>();
  #waiting: Waiting[] = [];
  #running = 0;

  /**
   * Runs `work` in a place of its own, from before its attempt is counted.
   *
   * @throws Refusal (`too-many-sign-ins`) when all places are taken, and for one who left while waiting
   */
  async withPlace<Result>(place: Place, work: (inTurn: InTurn) => Promise<Result>): Promise<Result> {
    if (this.#isFull) this.#dropThoseWhoLeft();
    if (this.#isFull) throw new Refusal({ code: 'too-many-sign-ins' });
    this.#places.add(place);
    try {
      return await work((hash) => this.#inTurn(place, hash));
    } finally {
      this.#places.delete(place);
    }
  }

  get #isFull(): boolean {
    return this.#places.size >= mostAtOnce + mostWaiting;
  }

  async #inTurn<Result>(place: Place, hash: () => Promise<Result>): Promise<Result> {
    if (this.#running < mostAtOnce) this.#running++;
    // the turn passes from one to the next, so that nobody who comes later is quicker
    else await new Promise<void>((begin, giveUp) => this.#waiting.push({ place, begin, giveUp }));
    try {
      return await hash();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next.begin();
    }
  }

  #dropThoseWhoLeft(): void {
    const left = this.#waiting.filter(({ place }) => place.hasLeft());
    this.#waiting = this.#waiting.filter((waiting) => !left.includes(waiting));
    for (const { place, giveUp } of left) {
      this.#places.delete(place);
      giveUp(new Refusal({ code: 'too-many-sign-ins' }));
    }
  }
}

/** Runs `work` in a place for hashing passwords in this process. @throws Refusal when too many others do */
export function withHashingPlace<Result>(work: (inTurn: InTurn) => Promise<Result>): Promise<Result> {
  const hasLeft = getExchange()?.hasLeft ?? (() => false);
  return processWide('hashing-turns', () => new HashingTurns()).withPlace({ hasLeft }, work);
}
