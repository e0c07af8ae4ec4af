import { connections } from '#db/client.ts';
import { Held } from '#db/generation.ts';
import { pendingForDroplist, registerLookup } from '#db/register-lookup.ts';
import { notLaterThanNow } from '#lib/clock.ts';
import { type Representation, representationOf } from '#lib/http/conditional.ts';
import { processWide } from '#lib/process-wide.ts';
import { makeDroplist } from '#lib/registry/droplist.ts';
import { latestCancelledTaken, latestWindowEnd, nextJobs } from '#lib/registry/release.ts';

/** The register of this process, asked straight from the database: an answer is never older than the last commit. */
export function register() {
  return processWide('register', () => registerLookup(connections().reader));
}

interface HeldDroplist {
  readonly representation: Representation;
  readonly changesAt: number;
}

/** The droplist as it stands at `nowMs`: made once per change and kept (R10, R13). */
export function droplist(nowMs: number): Representation {
  const held = processWide(
    'droplist',
    () =>
      new Held('register', (_connection, generation) => ({
        changedAt: generation.changedAt,
        list: undefined as HeldDroplist | undefined,
      })),
  ).get(connections().reader);
  if (held.list === undefined || nowMs >= held.list.changesAt) held.list = make(nowMs, held.changedAt);
  return held.list.representation;
}

function make(nowMs: number, registerChangedAt: number): HeldDroplist {
  const [, second] = nextJobs(nowMs);
  const { json, changesAt } = makeDroplist(
    pendingForDroplist(connections().reader, latestCancelledTaken(second)),
    nowMs,
  );
  // the window that ended last took names off the list without any change of the register
  const lastWindowEnd = latestWindowEnd(nowMs);
  const changedAt = Math.max(notLaterThanNow(registerChangedAt, nowMs), lastWindowEnd);
  return { representation: representationOf(json, changedAt), changesAt };
}
