import { cellKey } from '#lib/broadband/coverage/cell.ts';
import { offersAt } from '#lib/broadband/coverage/leaf.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';

/** Leaves in memory, looked up as in the database: by the largest key that is not above the key of the point. */
export class LeafTable {
  readonly leaves: readonly Leaf[];

  constructor(leaves: Iterable<Leaf>) {
    this.leaves = [...leaves];
  }

  /** Offer ids at a point of the service box, ascending, each once. */
  offersAt(x: number, y: number): number[] {
    const key = cellKey(x, y);
    let low = 0;
    let high = this.leaves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.leaves[middle]?.key ?? 0) <= key) low = middle + 1;
      else high = middle;
    }
    const leaf = this.leaves[low - 1];
    return leaf === undefined ? [] : offersAt(leaf.key, leaf.body, x, y);
  }
}
