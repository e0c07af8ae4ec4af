import { DEEPEST_LEVEL } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';

/** How many of the smallest cells a cell of this level spans. */
export function spanOf(level: number): number {
  return 4 ** (DEEPEST_LEVEL - level);
}

/** Reads the leaves of an index one at a time, in ascending key order. */
export class LeafCursor {
  readonly #leaves: Iterator<Leaf>;
  #leaf: Leaf | undefined;

  constructor(leaves: Iterable<Leaf>) {
    this.#leaves = leaves[Symbol.iterator]();
    this.#leaf = this.#next();
  }

  /** The first leaf that ends after `key`; keys must not decrease from one call to the next. */
  from(key: number): Leaf | undefined {
    while (this.#leaf !== undefined && this.#leaf.key + spanOf(levelOf(this.#leaf)) <= key) this.#leaf = this.#next();
    return this.#leaf;
  }

  #next(): Leaf | undefined {
    const { value, done } = this.#leaves.next();
    return done === true ? undefined : value;
  }
}

/** A leaf's level, the first number of its body (see `leaf.ts`); always below 128, so it is one byte. */
export function levelOf({ body }: Leaf): number {
  return body[0] ?? 0;
}
