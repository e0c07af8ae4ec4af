import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';

const hourMs = 3_600_000;

/** Counts of today by the hour, with those of the same part of yesterday and of the same day last week. */
export interface DayComparison {
  readonly today: number;
  readonly yesterday: number;
  readonly lastWeek: number;
  /** Of each hour since midnight in Auckland, up to the present one. */
  readonly byHour: readonly number[];
  /** Of each hour of yesterday. */
  readonly byHourYesterday: readonly number[];
}

/**
 * Compares the counts of the days. The other days count up to this time of the day; of the hour that contains it, they
 * count the same part.
 */
export function compareDays(
  hours: Iterable<{ readonly startsAt: EpochMs; readonly count: number }>,
  nowMs: EpochMs,
): DayComparison {
  const counts = new Map<EpochMs, number>();
  for (const { startsAt, count } of hours) counts.set(startsAt, (counts.get(startsAt) ?? 0) + count);
  const sinceMidnight = nowMs - aucklandMidnight(nowMs, 0);
  const hoursOf = (day: number) => {
    const [from, until] = [aucklandMidnight(nowMs, day), aucklandMidnight(nowMs, day + 1)];
    return Array.from({ length: (until - from) / hourMs }, (_, hour) => counts.get(from + hour * hourMs) ?? 0);
  };
  const upToNow = (day: number) => {
    const passed = sinceMidnight / hourMs;
    const part = (hour: number) => Math.max(0, Math.min(1, passed - hour));
    return Math.round(hoursOf(day).reduce((sum, count, hour) => sum + count * part(hour), 0));
  };
  const byHour = hoursOf(0).slice(0, Math.floor(sinceMidnight / hourMs) + 1);
  return {
    today: byHour.reduce((sum, count) => sum + count, 0),
    yesterday: upToNow(-1),
    lastWeek: upToNow(-7),
    byHour,
    byHourYesterday: hoursOf(-1),
  };
}
