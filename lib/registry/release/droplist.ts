import { inPieces, type NextPiece, sortInPieces } from '#lib/pieces.ts';
import type { RegisterRow } from '#lib/registry/status.ts';
import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import { jobsToRun, latestCancelledTaken, nextJobs, windowEnd } from './release.ts';

/** A name in the register, by its stored ASCII form. */
export type DroplistRow = RegisterRow & { readonly domain: string };

/** A name that a release job will take, or has taken. */
export interface DroplistEntry {
  readonly domain: string;
  readonly registered: EpochSeconds;
  readonly cancelled: EpochSeconds;
  /** When it becomes available, as expected or as marked. */
  readonly drop: EpochMs;
}

export interface Droplist {
  /** By `drop_date`, then `domain`. */
  readonly entries: readonly DroplistEntry[];
  /** When the list next changes by time alone; until then only a register change or a job changes it. */
  readonly changesAt: EpochMs;
}

/**
 * The names in PendingRelease that the next two jobs will release (R10). Other rows (active, released, due later) are
 * left out, so `rows` may have more than the right ones.
 *
 * @param ranUntil the schedule date of the last job that has run; undefined before the first
 */
export async function makeDroplist(
  rows: Iterable<DroplistRow>,
  now: EpochMs,
  nextPiece: NextPiece,
  ranUntil?: EpochMs,
): Promise<Droplist> {
  const jobs = jobsToRun(now, ranUntil).map((job) => ({
    end: windowEnd(job),
    latestCancelled: latestCancelledTaken(job),
  }));
  const entries: DroplistEntry[] = [];
  let changesAt = windowEnd(nextJobs(now)[0]);
  await inPieces(rows, nextPiece, ({ domain, registered, cancelled, freeAt }) => {
    if (cancelled === null || (freeAt !== null && freeAt <= now)) return;
    const drop = freeAt ?? jobs.find(({ latestCancelled }) => cancelled <= latestCancelled)?.end;
    if (drop === undefined) return;
    if (freeAt !== null) changesAt = Math.min(changesAt, freeAt);
    entries.push({ drop, domain, registered, cancelled });
  });
  return { entries: await sortInPieces(entries, byDrop, nextPiece), changesAt };
}

/** The order of the lists: by `drop_date`, then `domain`. */
export function byDrop(one: DroplistEntry, other: DroplistEntry): number {
  return one.drop - other.drop || (one.domain < other.domain ? -1 : 1);
}
