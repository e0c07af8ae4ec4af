/** The most recently used values, up to a total size. */
export class RecentlyUsed<Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** @param sizeOf a value's size, in the unit of `most`; it must not change */
  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    // a Map keeps insertion order
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  keep(key: string, value: Value): void {
    this.#forget(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#most) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
