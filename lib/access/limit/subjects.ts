/**
 * A cache of at most `capacity` subjects in two generations. A requested subject moves to the young generation; when that
 * is half the capacity, or on `age()`, the old generation is dropped and the young one becomes old. So subjects in
 * regular use survive a flood of new ones, and dropping costs nothing per request.
 */
export class Subjects<Value> {
  readonly #halfCapacity: number;
  readonly #create: (subject: string) => Value;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(capacity: number, create: (subject: string) => Value) {
    this.#halfCapacity = Math.max(1, Math.floor(capacity / 2));
    this.#create = create;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The value of a subject, created if necessary. */
  obtain(subject: string): Value {
    const young = this.#young.get(subject);
    if (young !== undefined) return young;
    const value = this.#old.get(subject) ?? this.#create(subject);
    this.#old.delete(subject);
    if (this.#young.size >= this.#halfCapacity) this.age();
    this.#young.set(subject, value);
    return value;
  }

  /** Every value in memory. */
  *values(): Generator<Value> {
    yield* this.#old.values();
    yield* this.#young.values();
  }

  /** Drops every subject that was not requested since the last call. */
  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}
