import { aucklandMidnight, type EpochMs, instantOfWallTime, wallTime } from '#lib/time/auckland.ts';

const hourMs = 3_600_000;
const quarterMs = 900_000;

/** What the parts of a period are: quarter hours, hours, or days in Pacific/Auckland. */
export type Span = 'quarter' | 'hour' | 'day';

/** The periods that staff can choose. */
export const periodKinds = [
  { key: '24h', title: '24 hours', span: 'hour', length: 24 },
  { key: '7d', title: '7 days by the hour', span: 'hour', length: 168 },
  { key: '30d', title: '30 days', span: 'day', length: 30 },
  { key: '90d', title: '90 days', span: 'day', length: 90 },
  { key: '365d', title: '365 days', span: 'day', length: 365 },
] as const;

/** The period for which only one registrar or key is counted. */
export const quarterKind = { key: '6h', title: '6 hours by 15 minutes', span: 'quarter', length: 24 } as const;

/** The same for one registrar or key, whose requests are also counted by the quarter hour. */
export const accountPeriodKinds = [quarterKind, ...periodKinds] as const;

export type PeriodKind = (typeof accountPeriodKinds)[number];

/** A period of whole parts that ends with the present one. */
export interface Period<Kind = (typeof periodKinds)[number]> {
  readonly kind: Kind;
  /** When each part starts, in order. */
  readonly startsAt: readonly EpochMs[];
  readonly from: EpochMs;
}

/** The period that a page's address asks for; 24 hours if it asks for none that exists. */
export function periodOf(key: unknown, nowMs: EpochMs): Period {
  return endingNow(periodKinds.find((one) => one.key === key) ?? periodKinds[0], nowMs);
}

/** The same for one registrar or key. */
export function accountPeriodOf(key: unknown, nowMs: EpochMs): Period<PeriodKind> {
  return endingNow(accountPeriodKinds.find((one) => one.key === key) ?? periodKinds[0], nowMs);
}

function endingNow<Kind extends PeriodKind>(kind: Kind, nowMs: EpochMs): Period<Kind> {
  const { span, length } = kind;
  const startsAt = Array.from({ length }, (_, at) => {
    const back = length - 1 - at;
    if (span === 'day') return aucklandMidnight(nowMs, -back);
    const partMs = span === 'hour' ? hourMs : quarterMs;
    return nowMs - (nowMs % partMs) - back * partMs;
  });
  return { kind, startsAt, from: startsAt[0] ?? nowMs };
}

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
