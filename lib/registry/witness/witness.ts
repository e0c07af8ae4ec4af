import type { NameState } from '#lib/registry/import/comparison.ts';
import { datesPerEntry, type Entries, merged, noEntries } from './entries.ts';
import type { NameHash } from './name-hash.ts';
import { freeSeal, hasDates, type Seal } from './seal.ts';

/** Changes are kept apart until they are as many as this, and as this part of all names. */
const leastMerged = 20_000;
const mergedPart = 1 / 8;

/** What is recorded of all names that are not free, in memory: about 10 bytes a name. */
export class Witness {
  #all = new HashIndex(noEntries);
  /** The latest changes, free names among them. */
  #recent = new HashIndex(noEntries);

  /** Adds changes, newer than all before. */
  add(changes: Entries): void {
    const recent = merged(this.#recent.entries, changes, { keepFree: true });
    const all = this.#all.entries;
    if (recent.size < Math.max(leastMerged, all.size * mergedPart)) {
      this.#recent = new HashIndex(recent);
      return;
    }
    this.#recent = new HashIndex(noEntries);
    this.#all = new HashIndex(merged(all, recent, { keepFree: false }));
  }

  /** What is recorded of a name. */
  sealOf(hash: NameHash): Seal {
    const at = this.#recent.find(hash);
    if (at >= 0) return this.#recent.entries.seals[at] as Seal;
    const place = this.#all.find(hash);
    return place < 0 ? freeSeal : (this.#all.entries.seals[place] as Seal);
  }

  /** Whether a name with these dates is recorded, for one whose seal has dates. */
  hasDatesOf(hash: NameHash, state: NameState): boolean {
    const at = this.#recent.find(hash);
    return at >= 0 ? this.#recent.hasDates(at, state) : this.#all.hasDates(this.#all.find(hash), state);
  }

  /** How many cancelled names have dates that `isAsked` takes. */
  countCancelled(isAsked: (cancelled: number, freeAt: number | null) => boolean): number {
    const isCurrent = (hash: NameHash) => this.#recent.find(hash) < 0;
    return this.#all.countDates(isAsked, isCurrent) + this.#recent.countDates(isAsked, () => true);
  }

  /** All that is recorded, without free names. */
  entries(): Entries {
    return merged(this.#all.entries, this.#recent.entries, { keepFree: false });
  }
}

/** Finds entries by hash: by its first bits the few that share them, then one after the other. */
class HashIndex {
  readonly entries: Entries;
  readonly #shift: number;
  /** Where the entries begin whose hashes begin with the bits of the index. */
  readonly #starts: Uint32Array;

  constructor(entries: Entries) {
    this.entries = entries;
    const bits = Math.max(1, Math.ceil(Math.log2(entries.size + 1)) - 1);
    this.#shift = 32 - bits;
    this.#starts = new Uint32Array(2 ** bits + 1).fill(entries.size);
    for (let at = entries.size - 1; at >= 0; at--) this.#starts[(entries.high[at] as number) >>> this.#shift] = at;
    for (let at = 2 ** bits - 1; at >= 0; at--) {
      this.#starts[at] = Math.min(this.#starts[at] as number, this.#starts[at + 1] as number);
    }
  }

  /** The entry of a hash; -1 if there is none. */
  find({ high, low }: NameHash): number {
    const bucket = high >>> this.#shift;
    const end = this.#starts[bucket + 1] as number;
    for (let at = this.#starts[bucket] as number; at < end; at++) {
      if (this.entries.low[at] === low && this.entries.high[at] === high) return at;
    }
    return -1;
  }

  hasDates(at: number, { registered, cancelled, freeAt }: NameState): boolean {
    const { seals, dated, dates } = this.entries;
    if (at < 0 || !hasDates(seals[at] as Seal)) return false;
    const start = placeOf(dated, at) * datesPerEntry;
    const mark = dates[start + 2] as number;
    const isMark = freeAt === null ? Number.isNaN(mark) : mark === freeAt;
    return dates[start] === registered && dates[start + 1] === cancelled && isMark;
  }

  countDates(
    isAsked: (cancelled: number, freeAt: number | null) => boolean,
    isCurrent: (hash: NameHash) => boolean,
  ): number {
    const { high, low, dated, dates } = this.entries;
    let count = 0;
    dated.forEach((at, place) => {
      const mark = dates[place * datesPerEntry + 2] as number;
      if (!isAsked(dates[place * datesPerEntry + 1] as number, Number.isNaN(mark) ? null : mark)) return;
      if (isCurrent({ high: high[at] as number, low: low[at] as number })) count++;
    });
    return count;
  }
}

/** Where an ascending list has a value. */
function placeOf(ascending: Uint32Array, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
