import type { Reason } from '#lib/refusal.ts';
import { firstJobTaking, releaseDate, windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import type { NameState } from './comparison.ts';
import type { FeedRow } from './feed-row.ts';

/**
 * Why a row cannot be true, given the current state of its name: it registers the name again before the job that
 * releases it, or cancels it before its current registration, as only an outdated file does. Either would free a name
 * early. `parseFeedRow` refuses rows that contradict themselves.
 */
export function contradiction(current: NameState | undefined, row: FeedRow): Reason | undefined {
  if (current === undefined) return undefined;
  const { registered, cancelled } = row;
  if (current.cancelled !== null && registered > current.cancelled) {
    const job = firstJobTaking(releaseDate(current.cancelled));
    // a date without a time is stored as that day's midnight
    const isDateOnly = aucklandMidnight(registered * 1000, 0) === registered * 1000;
    if (registered * 1000 >= (isDateOnly ? job : windowEnd(job))) return undefined;
    return {
      code: 'registered-before-release',
      registered: registered * 1000,
      cancelled: current.cancelled * 1000,
      freeAt: windowEnd(job),
    };
  }
  if (cancelled !== null && current.registered !== null && cancelled < current.registered) {
    return {
      code: 'cancelled-before-registration',
      cancelled: cancelled * 1000,
      registered: current.registered * 1000,
    };
  }
  return undefined;
}
