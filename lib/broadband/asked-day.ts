import { onlyParameters } from '#lib/http/parameters.ts';
import { aucklandMidnight, dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import type { ApiReason } from '#lib/words/api.ts';

/** The day that answers are asked as of (N19). */
export interface AskedDay {
  /** `YYYY-MM-DD` in Auckland. */
  readonly day: string;
  /** The midnight that ends it. */
  readonly until: EpochMs;
}

/** Reads `as_of` from a raw query; undefined if it is not given. */
export function readAskedDay(query: string, now: EpochMs): AskedDay | undefined | ApiReason {
  const given = onlyParameters(query, ['as_of']);
  if ('code' in given) return given;
  const { as_of: day } = given.values;
  if (day === undefined) return undefined;
  const parsed = /^\d{4}-\d\d-\d\d$/.test(day) ? parseTimestamp(day) : undefined;
  if (parsed?.valid !== true) return { code: 'date-invalid', name: 'as_of' };
  const from = parsed.epochSeconds * 1000;
  if (from > now) return { code: 'day-to-come', name: 'as_of', today: dayOf(now) };
  return { day, until: aucklandMidnight(from, 1) };
}
