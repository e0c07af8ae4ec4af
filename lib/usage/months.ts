import { type EpochMs, instantOfWallTime, wallTime } from '#lib/time/auckland.ts';

/** The periods of which things are counted by month. */
export const monthPeriods = [
  { key: '12m', title: '12 months', length: 12 },
  { key: '36m', title: '36 months', length: 36 },
] as const;

/** When each of the last months began in Auckland, the present one last. */
export function lastMonths(nowMs: EpochMs, length: number): EpochMs[] {
  const today = new Date(wallTime(nowMs));
  return Array.from({ length }, (_, at) =>
    instantOfWallTime(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (length - 1 - at), 1)),
  );
}

/** The one of these months that an instant is in; undefined before the first. */
export function monthOf(instant: EpochMs, months: readonly EpochMs[]): EpochMs | undefined {
  return months.findLast((startsAt) => startsAt <= instant);
}

const inAuckland = new Intl.DateTimeFormat('en-NZ', { timeZone: 'Pacific/Auckland', month: 'short', year: 'numeric' });

/** A month as an axis has it: `Sep 2026`. */
export function monthWords(startsAt: EpochMs): string {
  // en-NZ has four letters for September
  return inAuckland.format(startsAt).replace('Sept', 'Sep');
}

/** The middle of some durations, in days with one decimal: `0.4 days`; undefined without any. */
export function medianDays(durationsMs: readonly number[]): string | undefined {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) return undefined;
  const days = Math.round(((low + high) / 2 / 86_400_000) * 10) / 10;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
