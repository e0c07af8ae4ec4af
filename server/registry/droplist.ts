import { connections } from '#db/client.ts';
import { getReleaseInForce } from '#db/registry/release-runs.ts';
import { namesReleasedBy } from '#db/registry/released-names.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { latestCancelledTaken, latestWindowEnd, nextJobs } from '#lib/registry/release/release.ts';
import { apiRegister } from './register.ts';
import { registerCache } from './register-cache.ts';

/** The droplist (R10, R13). */
export const droplist = registerCache('droplist', (nowMs, changedAt) => {
  const [, second] = nextJobs(nowMs);
  const rows = apiRegister().pendingForDroplist(latestCancelledTaken(second), nowMs);
  const { entries, changesAt } = makeDroplist(rows, nowMs);
  // when a window ends, names leave the list without a change of the register
  const listChangedAt = Math.max(changedAt, latestWindowEnd(nowMs));
  return { value: new DroplistForms(entries, listChangedAt), isCurrent: (later) => later < changesAt };
});

/** The names of the last release job whose names are available. */
export const released = registerCache('released', (nowMs, changedAt) => {
  const { reader } = connections();
  const run = getReleaseInForce(reader, nowMs);
  const names = run === undefined ? [] : namesReleasedBy(reader, run);
  return {
    value: new DroplistForms(names, Math.max(changedAt, run?.freeAt ?? 0)),
    // a job without names to release does not change the register, but empties this list
    isCurrent: (later) => getReleaseInForce(reader, later)?.scheduleDate === run?.scheduleDate,
  };
});
