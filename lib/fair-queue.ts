interface Line<Item> {
  readonly caller: string;
  readonly items: Item[];
}

/** Items that wait, in turn by caller: whoever has many waits for itself, not the others for it. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Line<Item>>();
  /** Each line once; the first is next. */
  readonly #order: Line<Item>[] = [];
  #size = 0;
  /** How many items of the caller whose item was taken last still wait. */
  leftOfCaller = 0;

  get size(): number {
    return this.#size;
  }

  add(caller: string, item: Item): void {
    this.#size++;
    const line = this.#lines.get(caller);
    if (line !== undefined) {
      line.items.push(item);
      return;
    }
    const first = { caller, items: [item] };
    this.#lines.set(caller, first);
    this.#order.push(first);
  }

  /** The next item, in the order in which its caller added it; undefined if none waits. */
  take(): Item | undefined {
    const line = this.#order.shift();
    if (line === undefined) return undefined;
    this.#size--;
    const item = line.items.shift();
    this.leftOfCaller = line.items.length;
    if (line.items.length > 0) this.#order.push(line);
    else this.#lines.delete(line.caller);
    return item;
  }
}
