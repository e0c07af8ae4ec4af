import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { pendingForDroplist } from '#db/registry/lookup.ts';
import { latestRunInForce, namesReleasedBy } from '#db/registry/released-names.ts';
import { notLaterThanNow } from '#lib/clock.ts';
import { processWide } from '#lib/process-wide.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { latestCancelledTaken, latestWindowEnd, nextJobs } from '#lib/registry/release/release.ts';

/** A list as made for one state of the register; `until` is asked before it is used again. */
interface HeldList {
  readonly registerChangedAt: number;
  list: { readonly forms: DroplistForms; readonly stands: (nowMs: number) => boolean } | undefined;
}

function held(name: string): HeldList {
  return processWide(
    name,
    () =>
      new GenerationCache(
        'register',
        (_connection, { changedAt }): HeldList => ({ registerChangedAt: changedAt, list: undefined }),
      ),
  ).get(connections().reader);
}

/** The droplist as it stands at `nowMs`: made once per change and kept (R10, R13). */
export function droplist(nowMs: number): DroplistForms {
  const own = held('droplist');
  if (own.list?.stands(nowMs) !== true) {
    const [, second] = nextJobs(nowMs);
    const rows = pendingForDroplist(connections().reader, latestCancelledTaken(second));
    const { entries, changesAt } = makeDroplist(rows, nowMs);
    // the window that ended last took names off the list without any change of the register
    const changedAt = Math.max(notLaterThanNow(own.registerChangedAt, nowMs), latestWindowEnd(nowMs));
    own.list = { forms: new DroplistForms(entries, changedAt), stands: (later) => later < changesAt };
  }
  return own.list.forms;
}

/** The names that the last release job set free, once they are: made once per change and kept. */
export function released(nowMs: number): DroplistForms {
  const own = held('released');
  if (own.list?.stands(nowMs) !== true) {
    const { reader } = connections();
    const run = latestRunInForce(reader, nowMs);
    const changedAt = Math.max(notLaterThanNow(own.registerChangedAt, nowMs), run?.freeAt ?? 0);
    own.list = {
      forms: new DroplistForms(run === undefined ? [] : namesReleasedBy(reader, run), changedAt),
      // a job that found nothing to release leaves the register as it is, but this list empty
      stands: (later) => latestRunInForce(reader, later)?.scheduleDate === run?.scheduleDate,
    };
  }
  return own.list.forms;
}
