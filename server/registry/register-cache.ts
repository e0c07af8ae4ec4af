import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { notLaterThanNow } from '#lib/clock.ts';
import type { NextPiece } from '#lib/pieces.ts';
import { processWide } from '#lib/process-wide.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** A value made from one state of the register; by time alone it can go out of date too. */
interface Made<Value> {
  readonly value: Value;
  readonly isCurrent: (nowMs: EpochMs) => boolean;
}

/**
 * Caches a value that is made again for each change of the register, and whenever it is out of date.
 *
 * @param make `changedAt` is when the register last changed
 */
export function registerCache<Value>(
  name: string,
  make: (nowMs: EpochMs, changedAt: EpochMs) => Made<Value>,
): (nowMs: EpochMs) => Value {
  const makeEntry = (_connection: unknown, { changedAt }: { readonly changedAt: EpochMs }) => {
    return { changedAt, made: undefined as Made<Value> | undefined };
  };
  return (nowMs) => {
    const entry = processWide(name, () => new GenerationCache('register', makeEntry)).get(connections().reader);
    if (entry.made?.isCurrent(nowMs) !== true) entry.made = make(nowMs, notLaterThanNow(entry.changedAt, nowMs));
    return entry.made.value;
  };
}

/**
 * The same for a value that takes longer to make, in pieces. Requests that come meanwhile wait for the same value.
 *
 * @returns a promise while it is being made
 */
export function registerCacheInPieces<Value>(
  name: string,
  make: (nowMs: EpochMs, changedAt: EpochMs, nextPiece: NextPiece) => Promise<Made<Value>>,
): (nowMs: EpochMs, nextPiece: NextPiece) => Value | Promise<Value> {
  interface Entry {
    readonly changedAt: EpochMs;
    made?: Made<Value>;
    making?: Promise<Made<Value>> | undefined;
  }
  const entries = () =>
    processWide(name, () => new GenerationCache('register', (_, { changedAt }): Entry => ({ changedAt })));
  const makeOf = async (entry: Entry, nowMs: EpochMs, nextPiece: NextPiece) => {
    try {
      entry.made = await make(nowMs, notLaterThanNow(entry.changedAt, nowMs), nextPiece);
      return entry.made;
    } finally {
      entry.making = undefined;
    }
  };
  return function valueAt(nowMs: EpochMs, nextPiece: NextPiece): Value | Promise<Value> {
    const entry = entries().get(connections().reader);
    if (entry.made?.isCurrent(nowMs) === true) return entry.made.value;
    const making = entry.making;
    // one that someone else began earlier may be out of date by now
    if (making !== undefined)
      return making.then(({ isCurrent, value }) => (isCurrent(nowMs) ? value : valueAt(nowMs, nextPiece)));
    entry.making = makeOf(entry, nowMs, nextPiece);
    return entry.making.then(({ value }) => value);
  };
}
