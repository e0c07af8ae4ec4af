import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { dropsPerDay, namesReleasedBy, pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { getLastRelease, getReleaseInForce } from '#db/registry/release-runs.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { notLaterThanNow } from '#lib/clock.ts';
import { inPieces, type NextPiece, sortInPieces } from '#lib/pieces.ts';
import { processWide } from '#lib/process-wide.ts';
import { byDrop, type DroplistEntry, makeDroplist } from '#lib/registry/release/droplist.ts';
import { droplistForms } from '#lib/registry/release/droplist-forms.ts';
import {
  jobsToRun,
  latestCancelledTaken,
  latestWindowEnd,
  nextJobs,
  windowEnd,
} from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { longReads } from '#server/process/long-reads.ts';

/** The droplist (R10, R13), made in pieces on one state of the register (B11). */
export const droplist = registerCacheInPieces('droplist', (nowMs, changedAt, nextPiece) => {
  return longReads().with('droplist', async ({ connection, inSnapshot }) => {
    const ranUntil = inSnapshot(() => getLastRelease(connection)?.scheduleDate);
    inSnapshot(() => requireReleases(connection, ranUntil));
    const lastJob = Math.max(...jobsToRun(nowMs, ranUntil));
    const rows = inSnapshot(() => pendingForDroplist(connection, latestCancelledTaken(lastJob), nowMs));
    const { entries, changesAt } = await makeDroplist(rows, nowMs, nextPiece, ranUntil);
    // when a window ends, names leave the list without a change of the register
    const listChangedAt = Math.max(changedAt, latestWindowEnd(nowMs));
    return {
      value: droplistForms(entries, listChangedAt),
      isCurrent: (later) => later >= nowMs && later < changesAt,
    };
  });
});

/** The names of the last release job whose names are available, made as the droplist is. */
export const released = registerCacheInPieces('released', (nowMs, changedAt, nextPiece) =>
  longReads().with('released', async ({ connection, inSnapshot }) => {
    const run = inSnapshot(() => getReleaseInForce(connection, nowMs));
    inSnapshot(() => requireReleases(connection, run?.scheduleDate));
    const names: DroplistEntry[] = [];
    if (run !== undefined) await inPieces(namesReleasedBy(connection, run), nextPiece, (name) => void names.push(name));
    const entries = await sortInPieces(names, byDrop, nextPiece);
    return {
      value: droplistForms(entries, Math.max(changedAt, run?.freeAt ?? 0)),
      // a job without names to release does not change the register, but empties this list
      isCurrent: (later) => getReleaseInForce(connections().reader, later)?.scheduleDate === run?.scheduleDate,
    };
  }),
);

/** How many names drop on each day, as `dropsPerDay` counts them. */
export const releaseCalendar = registerCache('release-calendar', (nowMs) => {
  const changesAt = windowEnd(nextJobs(nowMs)[0]);
  return { value: dropsPerDay(connections().reader, nowMs), isCurrent: (later) => later >= nowMs && later < changesAt };
});

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
