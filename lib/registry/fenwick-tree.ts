/**
 * Counts marked places in a row of `size` places, numbered from 0; all are marked at first. Each question and change
 * costs O(log size) instead of the O(size) of walking along the row.
 */
export class FenwickTree {
  // sums[n] counts the marks of the n & -n places that end with place n - 1
  readonly #sums: Int32Array;

  constructor(size: number) {
    this.#sums = new Int32Array(size + 1);
    for (let node = 1; node <= size; node++) this.#sums[node] = node & -node;
  }

  unmark(place: number): void {
    for (let node = place + 1; node < this.#sums.length; node += node & -node) {
      this.#sums[node] = (this.#sums[node] ?? 0) - 1;
    }
  }

  /** How many marked places are before this one. */
  countBefore(place: number): number {
    let count = 0;
    for (let node = place; node > 0; node -= node & -node) count += this.#sums[node] ?? 0;
    return count;
  }

  /** The marked place that has exactly `rank` marked places before it; there must be one. */
  placeOfRank(rank: number): number {
    let place = 0;
    let left = rank;
    for (let step = 2 ** (31 - Math.clz32(this.#sums.length)); step > 0; step >>= 1) {
      const sum = this.#sums[place + step];
      if (sum !== undefined && sum <= left) {
        place += step;
        left -= sum;
      }
    }
    return place;
  }
}
