import { connections } from '#db/client.ts';
import { pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { registerStates } from '#db/registry/states.ts';
import { hasHadPosition, jobsAt, namesThatMayDiffer, registerPosition } from '#db/registry/upcoming-releases.ts';
import { settings } from '#lib/env.ts';
import { Representation } from '#lib/http/conditional.ts';
import { inPieces, type NextPiece, sortInPieces } from '#lib/pieces.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { hasSandboxName } from '#lib/registry/names/sandbox.ts';
import { byDrop, type DroplistEntry } from '#lib/registry/release/droplist.ts';
import { isAskedFor } from '#lib/registry/release/droplist-question.ts';
import { contentTypeOfFormat } from '#lib/registry/release/droplist-text.ts';
import { ListForms } from '#lib/registry/release/list-forms.ts';
import { nextJobs, windowEnd } from '#lib/registry/release/release.ts';
import {
  cursorOf,
  type PagePlace,
  pageCursorOf,
  type RegisterPosition,
  type ReleaseChange,
  releaseChange,
  upcomingRelease,
} from '#lib/registry/release/upcoming.ts';
import type { ChangesQuestion, ReleasesQuestion } from '#lib/registry/release/upcoming-question.ts';
import { changesBody, releasesBody } from '#lib/registry/release/upcoming-text.ts';
import { statuses } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { longReads } from '#server/process/long-reads.ts';
import { registerCacheInPieces } from './droplist.ts';
import { lookupOf } from './entries-in-pieces.ts';

/** The most names that may have changed since a position; whoever has missed more is as quick with the whole list. */
const mostChanged = 20_000;

/** A page of upcoming releases. */
export interface ReleasesPage {
  readonly representation: Representation;
  readonly byteLength: number;
  /** Undefined after the last page. */
  readonly next: PagePlace | undefined;
  /** From where on changes are to be asked for. */
  readonly since: string;
}

/** All upcoming releases in pages (R15), made in pieces on one state of the register (B11). */
export const upcomingReleases = registerCacheInPieces('upcoming-releases', (nowMs, _changedAt, nextPiece) =>
  longReads().with('upcoming-releases', async ({ connection, inSnapshot }) => {
    const ranUntil = inSnapshot(() => getLastRelease(connection)?.scheduleDate);
    inSnapshot(() => requireReleases(connection, ranUntil));
    const position = inSnapshot(() => registerPosition(connection, nowMs));
    const rows = inSnapshot(() => pendingForDroplist(connection, Number.MAX_SAFE_INTEGER, nowMs));
    const releases: DroplistEntry[] = [];
    let changesAt = windowEnd(nextJobs(nowMs)[0]);
    await inPieces(rows, nextPiece, ({ domain, ...row }) => {
      const release = upcomingRelease(domain, row, { now: nowMs, ranUntil });
      if (release === undefined) return;
      if (row.freeAt !== null) changesAt = Math.min(changesAt, row.freeAt);
      releases.push(release);
    });
    const sorted = await sortInPieces(releases, byDrop, nextPiece);
    return {
      value: pagesOf(sorted, position),
      isCurrent: (later: EpochMs) => later >= nowMs && later < changesAt,
    };
  }),
);

function pagesOf(releases: readonly DroplistEntry[], position: RegisterPosition) {
  const since = cursorOf(position);
  return new ListForms(
    async (question: ReleasesQuestion, nextPiece): Promise<ReleasesPage> => {
      const { format, limit, after } = question;
      const page: DroplistEntry[] = [];
      let next: PagePlace | undefined;
      const left = after === undefined ? releases : releases.slice(firstAfter(releases, after));
      await inPieces(left, nextPiece, (release) => {
        if (next !== undefined || !isAskedFor(release, question)) return;
        if (page.length < limit) page.push(release);
        else next = page.at(-1);
      });
      const cursors = { next: next && pageCursorOf(next), since };
      const made = await releasesBody(page, format, cursors, nextPiece);
      const representation = new Representation(made, position.at, contentTypeOfFormat[format]);
      return { representation, byteLength: representation.byteLength, next, since };
    },
    () => false,
  );
}

/** The place of the first release after one, by `byDrop`. */
function firstAfter(releases: readonly DroplistEntry[], { drop, domain }: PagePlace): number {
  let low = 0;
  let high = releases.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = releases[middle] as DroplistEntry;
    if (at.drop < drop || (at.drop === drop && at.domain <= domain)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The changes since a position, or why they are not known. */
export type FoundChanges =
  | { readonly ok: true; readonly representation: Representation; readonly since: string }
  | { readonly ok: false; readonly reason: ApiReason };

/** The changes of the upcoming releases since a position, by name, found in pieces on one state of the register (R16). */
export async function changesSince(
  { since: former, format }: ChangesQuestion,
  nowMs: EpochMs,
  caller: string,
  nextPiece: NextPiece,
): Promise<FoundChanges> {
  const unchanged = registerPosition(connections().reader, nowMs);
  if (cursorOf(former) === cursorOf(unchanged)) return foundChanges([], format, unchanged, nextPiece);
  return await longReads().with(caller, async (reader): Promise<FoundChanges> => {
    const { connection, inSnapshot } = reader;
    const current = inSnapshot(() => registerPosition(connection, nowMs));
    if (former.revision > current.revision || !inSnapshot(() => hasHadPosition(connection, former)))
      return { ok: false, reason: { code: 'cursor-unknown' } };
    const names = inSnapshot(() => namesThatMayDiffer(connection, former, current, mostChanged + 1));
    if (names.length > mostChanged) return { ok: false, reason: { code: 'changes-too-many', most: mostChanged } };
    const ranUntil = inSnapshot(() => getLastRelease(connection)?.scheduleDate);
    inSnapshot(() => requireReleases(connection, ranUntil));
    const formerJobs = inSnapshot(() => jobsAt(connection, former));
    const states = registerStates(connection);
    const asOf = { now: nowMs, hasSandboxName: hasSandboxName(settings().environment) };
    const changes: ReleaseChange[] = [];
    await inPieces(names, nextPiece, (name) => {
      const change = lookupOf(reader).inSnapshot((known) => {
        const was = states.find(name, former.revision);
        const row = was?.registered == null ? undefined : { ...was, registered: was.registered };
        return releaseChange(
          upcomingRelease(name, row, formerJobs),
          upcomingRelease(name, known.find(name), { now: nowMs, ranUntil }),
          () => {
            const parsed = parseName(name);
            return parsed.valid ? statusOfName(parsed, known, asOf) : statuses.Invalid;
          },
        );
      });
      if (change !== undefined) changes.push(change);
    });
    return await foundChanges(changes, format, current, nextPiece);
  });
}

async function foundChanges(
  changes: readonly ReleaseChange[],
  format: ChangesQuestion['format'],
  position: RegisterPosition,
  nextPiece: NextPiece,
): Promise<FoundChanges> {
  const since = cursorOf(position);
  const made = await changesBody(changes, format, { since }, nextPiece);
  return { ok: true, representation: new Representation(made, position.at, contentTypeOfFormat[format]), since };
}
