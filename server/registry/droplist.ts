import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { pendingForDroplist } from '#db/registry/lookup.ts';
import { getReleaseInForce } from '#db/registry/release-runs.ts';
import { namesReleasedBy } from '#db/registry/released-names.ts';
import { notLaterThanNow } from '#lib/clock.ts';
import { processWide } from '#lib/process-wide.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { latestCancelledTaken, latestWindowEnd, nextJobs } from '#lib/registry/release/release.ts';

/** A list made for one state of the register; `isCurrent` is asked before it is used again. */
interface CachedList {
  readonly registerChangedAt: number;
  list: { readonly forms: DroplistForms; readonly isCurrent: (nowMs: number) => boolean } | undefined;
}

function cached(name: string): CachedList {
  return processWide(
    name,
    () =>
      new GenerationCache(
        'register',
        (_connection, { changedAt }): CachedList => ({ registerChangedAt: changedAt, list: undefined }),
      ),
  ).get(connections().reader);
}

/** The droplist at `nowMs`, made once per change and cached (R10, R13). */
export function droplist(nowMs: number): DroplistForms {
  const own = cached('droplist');
  if (own.list?.isCurrent(nowMs) !== true) {
    const [, second] = nextJobs(nowMs);
    const rows = pendingForDroplist(connections().reader, latestCancelledTaken(second));
    const { entries, changesAt } = makeDroplist(rows, nowMs);
    // when a window ends, names leave the list without a change of the register
    const changedAt = Math.max(notLaterThanNow(own.registerChangedAt, nowMs), latestWindowEnd(nowMs));
    own.list = { forms: new DroplistForms(entries, changedAt), isCurrent: (later) => later < changesAt };
  }
  return own.list.forms;
}

/** The names of the last release job whose names are available; made once per change and cached. */
export function released(nowMs: number): DroplistForms {
  const own = cached('released');
  if (own.list?.isCurrent(nowMs) !== true) {
    const { reader } = connections();
    const run = getReleaseInForce(reader, nowMs);
    const changedAt = Math.max(notLaterThanNow(own.registerChangedAt, nowMs), run?.freeAt ?? 0);
    own.list = {
      forms: new DroplistForms(run === undefined ? [] : namesReleasedBy(reader, run), changedAt),
      // a job without names to release does not change the register, but empties this list
      isCurrent: (later) => getReleaseInForce(reader, later)?.scheduleDate === run?.scheduleDate,
    };
  }
  return own.list.forms;
}
