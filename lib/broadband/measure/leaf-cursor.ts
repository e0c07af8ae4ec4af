import { DEEPEST_LEVEL } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';

/** How many keys of smallest cells a cell of this level spans. */
export function spanOf(level: number): number {
  return 4 ** (DEEPEST_LEVEL - level);
}

/** Reads an index's leaves forward, in ascending key order, one at a time. */
export class LeafCursor {
  readonly #leaves: Iterator<Leaf>;
  #leaf: Leaf | undefined;

  constructor(leaves: Iterable<Leaf>) {
    this.#leaves = leaves[Symbol.iterator]();
    this.#leaf = this.#next();
  }

  /** The first leaf that reaches to `key` or beyond; keys must not descend from one call to the next. */
  from(key: number): Leaf | undefined {
    while (this.#leaf !== undefined && this.#leaf.key + spanOf(levelOf(this.#leaf)) <= key) this.#leaf = this.#next();
    return this.#leaf;
  }

  /** Lets go of the source before its end. */
  close(): void {
    this.#leaves.return?.();
  }

  #next(): Leaf | undefined {
    const { value, done } = this.#leaves.next();
    return done === true ? undefined : value;
  }
}

/** A leaf's level, which its body begins with (see `leaf.ts`); always below 128, so it is one byte. */
export function levelOf({ body }: Leaf): number {
  return body[0] ?? 0;
}
