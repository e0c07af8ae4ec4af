/**
 * What is known of each subject, at most `capacity` of them. Two generations: whoever is asked for moves to the young
 * one; when that has taken half the room, or on `age()`, the old one is forgotten and the young one becomes old. So
 * under a flood of new subjects those that come again are kept, and forgetting costs nothing per request.
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

  /** The value of a subject, made now if there is none. */
  obtain(subject: string): Value {
    const young = this.#young.get(subject);
    if (young !== undefined) return young;
    const value = this.#old.get(subject) ?? this.#create(subject);
    this.#old.delete(subject);
    if (this.#young.size >= this.#halfCapacity) this.age();
    this.#young.set(subject, value);
    return value;
  }

  /** Forgets every subject that was not asked for since the call before this one. */
  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}
