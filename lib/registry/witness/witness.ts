import type { NameState } from '#lib/registry/import/comparison.ts';
import { type Entries, merged, noEntries } from './entries.ts';
import { HashIndex } from './hash-index.ts';
import type { NameHash } from './name-hash.ts';
import { freeSeal, type Seal } from './seal.ts';

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
