/**
 * Which states of its data an API may answer from while they change. A change may be seen from its begin on, and must be seen
 * by every request that is sent after its end; once it was seen, a request that is sent later sees it too. Both may take
 * `lagMs` to count in every process. Times are in milliseconds of any clock.
 */
export class Timeline<State> {
  readonly #states: State[];
  readonly #lagMs: number;
  /** From when on requests must be answered from a state or a later one, in the order of the states. */
  #required: { readonly at: number; readonly state: number }[] = [];
  #oldest = 0;

  constructor(first: State, lagMs = 0) {
    this.#states = [first];
    this.#lagMs = lagMs;
  }

  /** The oldest state that a request sent now may be answered from, to be passed to `isRight`. */
  oldestAt(nowMs: number): number {
    for (let next = this.#required[0]; next !== undefined && next.at <= nowMs; next = this.#required[0]) {
      this.#oldest = next.state;
      this.#required.shift();
    }
    return this.#oldest;
  }

  /** From now on, answers may also be from this state. */
  begin(next: State): void {
    this.#states.push(next);
  }

  /** The change has ended. */
  settle(nowMs: number): void {
    this.#require(this.#states.length - 1, nowMs);
    // a request takes less time than a change
    for (let past = 0; past < this.#states.length - 2; past++) delete this.#states[past];
  }

  /**
   * Whether an answer is right that matches some states, and has just arrived.
   *
   * @param oldest what `oldestAt` gave when the request was sent
   */
  isRight(oldest: number, matches: (state: State) => boolean, nowMs: number): boolean {
    for (let at = oldest; at < this.#states.length; at++) {
      const state = this.#states[at];
      if (state === undefined || !matches(state)) continue;
      // an answer that matches an older state too shows nothing
      if (at > oldest) this.#require(at, nowMs);
      return true;
    }
    return false;
  }

  #require(state: number, nowMs: number): void {
    if (state > (this.#required.at(-1)?.state ?? this.#oldest)) this.#required.push({ at: nowMs + this.#lagMs, state });
  }
}
