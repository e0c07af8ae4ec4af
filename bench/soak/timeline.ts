/**
 * Which states of its data an API may answer from while they change. A change may be seen from its begin on, and must be seen
 * by every request that is sent after its end; once it was seen, a request that is sent later sees it too.
 */
export class Timeline<State> {
  readonly #states: State[];
  #oldest = 0;

  constructor(first: State) {
    this.#states = [first];
  }

  /** The oldest state that a request sent now may be answered from, to be passed to `isRight`. */
  get oldest(): number {
    return this.#oldest;
  }

  /** From now on, answers may also be from this state. */
  begin(next: State): void {
    this.#states.push(next);
  }

  /** Requests that are sent from now on must be answered from the newest state. */
  settle(): void {
    this.#oldest = this.#states.length - 1;
    // nobody asks about those before the last two: a request takes less time than a change
    for (let past = 0; past < this.#oldest - 1; past++) delete this.#states[past];
  }

  /**
   * Whether an answer is right that matches some states, and has just arrived.
   *
   * @param oldest what `oldest` was when the request was sent
   */
  isRight(oldest: number, matches: (state: State) => boolean): boolean {
    for (let at = oldest; at < this.#states.length; at++) {
      const state = this.#states[at];
      if (state === undefined || !matches(state)) continue;
      // an answer that matches an older state too shows nothing
      this.#oldest = Math.max(this.#oldest, at);
      return true;
    }
    return false;
  }
}
