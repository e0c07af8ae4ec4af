import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import { latestCancelledTaken, nextJobs, releaseDate, windowEnd } from './release.ts';
import type { RegisterRow } from './status.ts';

/** A name in the register, by its stored ASCII form. */
export type DroplistRow = RegisterRow & { readonly domain: string };

export type Droplist = {
  /** The answer's body: a JSON array, by `drop_date`, then `domain`. */
  readonly json: string;
  readonly count: number;
  /** The instant at which the list changes by time alone; until then only a register change or a job alters it. */
  readonly changesAt: EpochMs;
};

/**
 * The names in PendingRelease that the next two jobs will release (R10), as the droplist's JSON. Rows that do not
 * belong (active, released, later) are left out, so any selection that holds at least the right ones will do.
 */
export function makeDroplist(rows: Iterable<DroplistRow>, now: EpochMs): Droplist {
  const jobs = nextJobs(now).map((job) => ({ end: windowEnd(job), latestCancelled: latestCancelledTaken(job) }));
  const entries: { drop: EpochMs; domain: string; registered: number; cancelled: number }[] = [];
  let changesAt = windowEnd(nextJobs(now)[0]);
  for (const { domain, registered, cancelled, freeAt } of rows) {
    if (cancelled === null || (freeAt !== null && freeAt <= now)) continue;
    const drop = freeAt ?? jobs.find(({ latestCancelled }) => cancelled <= latestCancelled)?.end;
    if (drop === undefined) continue;
    if (freeAt !== null) changesAt = Math.min(changesAt, freeAt);
    entries.push({ drop, domain, registered, cancelled });
  }
  entries.sort((one, other) => one.drop - other.drop || (one.domain < other.domain ? -1 : 1));
  const texts = entries.map(({ drop, domain, registered, cancelled }) => {
    const registeredText = formatAuckland(registered * 1000);
    const cancelDate = formatAuckland(cancelled * 1000);
    const release = formatAuckland(releaseDate(cancelled) * 1000);
    // A stored name holds nothing that JSON escapes.
    return `{"domain":"${domain}","registered":"${registeredText}","cancel_date":"${cancelDate}","release_date":"${release}","drop_date":"${formatAuckland(drop)}"}`;
  });
  return { json: `[${texts.join(',')}]`, count: texts.length, changesAt };
}
