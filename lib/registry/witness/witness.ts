import type { NameState } from '#lib/registry/import/comparison.ts';
import { columns, datesPerEntry, type Entries, freeSeal, hasDates, merged, noEntries, type Seal } from './entries.ts';
import type { NameHash } from './name-hash.ts';

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
    const recent = merged(this.#recent.entries(), changes, { keepFree: true });
    if (recent.size < Math.max(leastMerged, this.#all.size * mergedPart)) {
      this.#recent = new HashIndex(recent);
      return;
    }
    this.#recent = new HashIndex(noEntries);
    this.#all = new HashIndex(merged(this.#all.entries(), recent, { keepFree: false }));
  }

  /** What is recorded of a name. */
  sealOf(hash: NameHash): Seal {
    const at = this.#recent.find(hash);
    if (at >= 0) return this.#recent.sealAt(at);
    const place = this.#all.find(hash);
    return place < 0 ? freeSeal : this.#all.sealAt(place);
  }

  /** Whether a name is recorded with these dates, for one whose seal has dates. */
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
    return merged(this.#all.entries(), this.#recent.entries(), { keepFree: false });
  }
}

/** The index has at least this many bits of a hash, so that an entry need not repeat them. */
const leastBits = 8;

/**
 * Finds entries by hash: by its first bits the few that share them, then one after the other. All of an entry is in 8
 * bytes, because a look-up costs as much as it misses the processor's cache: the low half of the hash, then 24 bits of the
 * high half above the seal.
 */
export class HashIndex {
  readonly size: number;
  readonly #bits: number;
  readonly #slots: Int32Array;
  /** Where the entries begin whose hashes begin with the bits of the index. */
  readonly #starts: Uint32Array;
  readonly #dated: Uint32Array;
  readonly #dates: Float64Array;

  constructor({ size, high, low, seals, dated, dates }: Entries) {
    this.size = size;
    this.#dated = dated;
    this.#dates = dates;
    this.#bits = Math.max(leastBits, Math.ceil(Math.log2(size + 1)) - 2);
    this.#slots = new Int32Array(2 * size);
    this.#starts = new Uint32Array(2 ** this.#bits + 1).fill(size);
    const shift = 32 - this.#bits;
    for (let at = size - 1; at >= 0; at--) {
      this.#slots[2 * at] = low[at] as number;
      this.#slots[2 * at + 1] = ((high[at] as number) << 8) | (seals[at] as number);
      this.#starts[(high[at] as number) >>> shift] = at;
    }
    // a bucket without entries ends where it begins
    for (let bucket = 2 ** this.#bits - 1; bucket >= 0; bucket--) {
      const next = this.#starts[bucket + 1] as number;
      if ((this.#starts[bucket] as number) > next) this.#starts[bucket] = next;
    }
  }

  /** The entry of a hash; -1 if the hash is unknown. */
  find({ high, low }: NameHash): number {
    if (this.size === 0) return -1;
    const slots = this.#slots;
    const bucket = high >>> (32 - this.#bits);
    const end = this.#starts[bucket + 1] as number;
    const first = low | 0;
    const second = high << 8;
    for (let at = this.#starts[bucket] as number; at < end; at++) {
      if (slots[2 * at] === first && ((slots[2 * at + 1] as number) & ~255) === second) return at;
    }
    return -1;
  }

  sealAt(at: number): Seal {
    return (this.#slots[2 * at + 1] as number) & 255;
  }

  /** Whether an entry has these dates. */
  hasDates(at: number, { registered, cancelled, freeAt }: NameState): boolean {
    if (at < 0 || !hasDates(this.sealAt(at))) return false;
    const start = placeOf(this.#dated, at) * datesPerEntry;
    const mark = this.#dates[start + 2] as number;
    const isMark = freeAt === null ? Number.isNaN(mark) : mark === freeAt;
    return this.#dates[start] === registered && this.#dates[start + 1] === cancelled && isMark;
  }

  /** How many entries have dates that `isAsked` takes, and hashes that `isCurrent` takes. */
  countDates(
    isAsked: (cancelled: number, freeAt: number | null) => boolean,
    isCurrent: (hash: NameHash) => boolean,
  ): number {
    let count = 0;
    let bucket = 0;
    this.#dated.forEach((at, place) => {
      const start = place * datesPerEntry;
      const mark = this.#dates[start + 2] as number;
      while ((this.#starts[bucket + 1] as number) <= at) bucket++;
      if (!isAsked(this.#dates[start + 1] as number, Number.isNaN(mark) ? null : mark)) return;
      if (isCurrent({ high: this.#highAt(at, bucket), low: (this.#slots[2 * at] as number) >>> 0 })) count++;
    });
    return count;
  }

  /** The high half of an entry's hash: its bucket has the first bits, its slot the others. */
  #highAt(at: number, bucket: number): number {
    const slot = this.#slots[2 * at + 1] as number;
    return (((bucket >>> (this.#bits - leastBits)) << 24) | (slot >>> 8)) >>> 0;
  }

  /** The entries as columns. */
  entries(): Entries {
    const into = columns(this.size, 0);
    let bucket = 0;
    for (let at = 0; at < this.size; at++) {
      while ((this.#starts[bucket + 1] as number) <= at) bucket++;
      into.high[at] = this.#highAt(at, bucket);
      into.low[at] = this.#slots[2 * at] as number;
      into.seals[at] = this.sealAt(at);
    }
    return { ...into, dated: this.#dated, dates: this.#dates };
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
