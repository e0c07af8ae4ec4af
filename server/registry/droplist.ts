import { connections } from '#db/client.ts';
import { namesReleasedBy, pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { getLastRelease, getReleaseInForce } from '#db/registry/release-runs.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { inPieces, sortInPieces } from '#lib/pieces.ts';
import { byDrop, type DroplistEntry, makeDroplist } from '#lib/registry/release/droplist.ts';
import { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { jobsToRun, latestCancelledTaken, latestWindowEnd } from '#lib/registry/release/release.ts';
import { longReads } from '#server/process/long-reads.ts';
import { registerCacheInPieces } from './register-cache.ts';

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
      value: new DroplistForms(entries, listChangedAt),
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
      value: new DroplistForms(entries, Math.max(changedAt, run?.freeAt ?? 0)),
      // a job without names to release does not change the register, but empties this list
      isCurrent: (later) => getReleaseInForce(connections().reader, later)?.scheduleDate === run?.scheduleDate,
    };
  }),
);
