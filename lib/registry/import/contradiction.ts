import { firstJobTaking, releaseDate, windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight, type EpochSeconds, formatAuckland } from '#lib/time/auckland.ts';
import type { NameState } from './comparison.ts';
import type { FeedRow } from './feed-row.ts';

/**
 * What a row says that cannot be, given what stands: a name registered anew before the job that releases it, or a
 * cancellation from before the registration that stands, which only an old file can say. Taking either would free a
 * name early. What a row contradicts by itself (cancelled before registered, dates in the future) is `parseFeedRow`'s.
 *
 * @returns the contradiction as the end of a sentence that begins with the line, or undefined
 */
export function contradiction(standing: NameState | undefined, row: FeedRow): string | undefined {
  if (standing === undefined) return undefined;
  const { registered, cancelled } = row;
  if (standing.cancelled !== null && registered > standing.cancelled) {
    const job = firstJobTaking(releaseDate(standing.cancelled));
    // a registration of which only the day is known stands as that day's midnight
    const isDayAlone = aucklandMidnight(registered * 1000, 0) === registered * 1000;
    if (registered * 1000 >= (isDayAlone ? job : windowEnd(job))) return undefined;
    return `registered ${text(registered)} is before its release: it was cancelled on ${text(standing.cancelled)}, so it is free from ${formatAuckland(windowEnd(job))} at the earliest`;
  }
  if (cancelled !== null && standing.registered !== null && cancelled < standing.registered) {
    return `cancel_date ${text(cancelled)} is before the registration that stands, ${text(standing.registered)}: the row is older than the register`;
  }
  return undefined;
}

function text(seconds: EpochSeconds): string {
  return formatAuckland(seconds * 1000);
}
