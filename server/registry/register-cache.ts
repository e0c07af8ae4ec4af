import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { notLaterThanNow } from '#lib/clock.ts';
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
