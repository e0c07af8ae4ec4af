import type { NameState } from '#lib/registry/import/comparison.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';
import type { NameHash } from './name-hash.ts';

/**
 * What the witness records of a name in one byte: 0 for a free name, otherwise what it is in the low three bits and, for a
 * name of the register, the remainder of its registration above them: no flip of one bit of the date leaves it the same.
 */
export type Seal = number;

export const freeSeal: Seal = 0;
const active = 1;
const pending = 2;
/** No power of two is a multiple of it, so that every flipped bit changes the remainder. */
const remainderOf = 31;

/** The seal of a state of the register. */
export function sealOfState({ registered, cancelled }: Pick<NameState, 'registered' | 'cancelled'>): Seal {
  if (registered === null) return freeSeal;
  return (cancelled === null ? active : pending) | (Math.abs(registered % remainderOf) << 3);
}

/** Whether the witness has the dates of a name with this seal: of all that were cancelled. */
export function hasDates(seal: Seal): boolean {
  return (seal & 7) === pending;
}

/** The seal of a name on the list of names that cannot be registered; undefined: it is not on the list. */
export function sealOfListed(status: ListedStatus | undefined): Seal {
  return status === undefined ? freeSeal : listedStatuses.indexOf(status) + 1;
}

/**
 * Names by hash, in columns sorted by it: `seals[at]` is what entry `at` is; `dates` has registration, cancellation and
 * mark (NaN: none) of each entry in `dated`, the ascending entries whose seals have dates.
 */
export interface Entries {
  readonly size: number;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly seals: Uint8Array;
  readonly dated: Uint32Array;
  readonly dates: Float64Array;
}

export const datesPerEntry = 3;
const firstCapacity = 1024;

/** Columns of entries to be written in the order of their hashes. */
export function columns(size: number, datedSize: number) {
  return {
    size,
    high: new Uint32Array(size),
    low: new Uint32Array(size),
    seals: new Uint8Array(size),
    dated: new Uint32Array(datedSize),
    dates: new Float64Array(datedSize * datesPerEntry),
  };
}

export const noEntries: Entries = columns(0, 0);

/** Collects entries in any order, then sorts them. A name must not be added twice. */
export class EntryCollector {
  #columns = columns(firstCapacity, 0);
  #size = 0;
  readonly #dates = new Map<number, NameState>();

  /** @param state the dates of a name of the register */
  add({ high, low }: NameHash, seal: Seal, state?: NameState): void {
    if (this.#size === this.#columns.size) this.#grow();
    const at = this.#size++;
    this.#columns.high[at] = high;
    this.#columns.low[at] = low;
    this.#columns.seals[at] = seal;
    if (state !== undefined && hasDates(seal)) this.#dates.set(at, state);
  }

  sorted(): Entries {
    const { high, low, seals } = this.#columns;
    const order = Uint32Array.from({ length: this.#size }, (_, at) => at);
    order.sort((one, other) => at(high, one) - at(high, other) || at(low, one) - at(low, other));
    const into = columns(this.#size, this.#dates.size);
    let dated = 0;
    order.forEach((from, to) => {
      into.high[to] = at(high, from);
      into.low[to] = at(low, from);
      into.seals[to] = at(seals, from);
      const dates = this.#dates.get(from);
      if (dates === undefined) return;
      into.dates.set([dates.registered, dates.cancelled, dates.freeAt].map(numberOf), dated * datesPerEntry);
      into.dated[dated++] = to;
    });
    return into;
  }

  #grow(): void {
    const former = this.#columns;
    this.#columns = columns(former.size * 2, 0);
    this.#columns.high.set(former.high);
    this.#columns.low.set(former.low);
    this.#columns.seals.set(former.seals);
  }
}

/** The entries of both, without free names; where both have a name, what `newer` says of it. */
export function merged(older: Entries, newer: Entries, { keepFree }: { readonly keepFree: boolean }): Entries {
  if (older.size === 0 && (keepFree || !newer.seals.includes(freeSeal))) return newer;
  const into = columns(older.size + newer.size, older.dated.length + newer.dated.length);
  let [size, dated] = [0, 0];
  const from = [cursorOf(older), cursorOf(newer)] as const;
  const take = ({ entries, at: place, dated: date }: Cursor) => {
    if (entries.seals[place] === freeSeal && !keepFree) return;
    into.high[size] = at(entries.high, place);
    into.low[size] = at(entries.low, place);
    into.seals[size] = at(entries.seals, place);
    if (entries.dated[date] === place) {
      const start = date * datesPerEntry;
      into.dates.set(entries.dates.subarray(start, start + datesPerEntry), dated * datesPerEntry);
      into.dated[dated++] = size;
    }
    size++;
  };
  for (;;) {
    const [left, right] = from;
    const order = compared(left, right);
    if (order === undefined) break;
    if (order < 0) take(left);
    else take(right);
    if (order <= 0) advance(left);
    if (order >= 0) advance(right);
  }
  return cut(into, size, dated);
}

interface Cursor {
  readonly entries: Entries;
  at: number;
  /** The next of `dated`. */
  dated: number;
}

const cursorOf = (entries: Entries): Cursor => ({ entries, at: 0, dated: 0 });

function advance(cursor: Cursor): void {
  if (cursor.entries.dated[cursor.dated] === cursor.at) cursor.dated++;
  cursor.at++;
}

/** Which of two cursors is at the smaller hash: below 0 the left, above 0 the right; undefined when both are done. */
function compared(left: Cursor, right: Cursor): number | undefined {
  const isLeftDone = left.at === left.entries.size;
  const isRightDone = right.at === right.entries.size;
  if (isLeftDone || isRightDone) return isLeftDone && isRightDone ? undefined : isLeftDone ? 1 : -1;
  return (
    at(left.entries.high, left.at) - at(right.entries.high, right.at) ||
    at(left.entries.low, left.at) - at(right.entries.low, right.at)
  );
}

function cut({ high, low, seals, dated, dates }: Entries, size: number, datedSize: number): Entries {
  return {
    size,
    high: high.slice(0, size),
    low: low.slice(0, size),
    seals: seals.slice(0, size),
    dated: dated.slice(0, datedSize),
    dates: dates.slice(0, datedSize * datesPerEntry),
  };
}

/** The entries of bytes that `encodeEntries` made; undefined if they have another length. */
export function decodeEntries(bytes: Uint8Array): Entries | undefined {
  if (bytes.byteLength < 8) return undefined;
  const own = new Uint8Array(bytes).buffer;
  const [size = 0, datedSize = 0] = new Uint32Array(own, 0, 2);
  if (bytes.byteLength !== bytesOf(size, datedSize)) return undefined;
  let offset = 8;
  const next = (length: number) => {
    const start = offset;
    offset += length;
    return start;
  };
  return {
    size,
    dates: new Float64Array(own, next(datedSize * datesPerEntry * 8), datedSize * datesPerEntry),
    dated: new Uint32Array(own, next(datedSize * 4), datedSize),
    high: new Uint32Array(own, next(size * 4), size),
    low: new Uint32Array(own, next(size * 4), size),
    seals: new Uint8Array(own, next(size), size),
  };
}

/** The columns one after the other, in the byte order of the machine. */
export function encodeEntries({ size, dates, dated, high, low, seals }: Entries): Uint8Array {
  const bytes = new Uint8Array(bytesOf(size, dated.length));
  bytes.set(new Uint8Array(Uint32Array.of(size, dated.length).buffer));
  let offset = 8;
  for (const { buffer, byteOffset, byteLength } of [dates, dated, high, low, seals]) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return bytes;
}

function bytesOf(size: number, datedSize: number): number {
  return 8 + datedSize * (datesPerEntry * 8 + 4) + size * 9;
}

const numberOf = (value: number | null) => value ?? Number.NaN;
const at = (column: Uint32Array | Uint8Array, place: number) => column[place] as number;
