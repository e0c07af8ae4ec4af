import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';

const hourMs = 3_600_000;

/** The periods that staff can choose. */
export const periodKinds = [
  { key: '24h', title: '24 hours', span: 'hour', length: 24 },
  { key: '7d', title: '7 days by the hour', span: 'hour', length: 168 },
  { key: '30d', title: '30 days', span: 'day', length: 30 },
  { key: '90d', title: '90 days', span: 'day', length: 90 },
  { key: '365d', title: '365 days', span: 'day', length: 365 },
] as const;

export type PeriodKind = (typeof periodKinds)[number];

/** A period of whole hours, or of days in Pacific/Auckland, that ends with the present one. */
export interface Period {
  readonly kind: PeriodKind;
  /** When each hour or day starts, in order. */
  readonly startsAt: readonly EpochMs[];
  readonly from: EpochMs;
}

/** The period that a page's address asks for; 24 hours if it asks for none that exists. */
export function periodOf(key: unknown, nowMs: EpochMs): Period {
  const kind = periodKinds.find((one) => one.key === key) ?? periodKinds[0];
  const { span, length } = kind;
  const startsAt = Array.from({ length }, (_, at) => {
    const back = length - 1 - at;
    return span === 'hour' ? nowMs - (nowMs % hourMs) - back * hourMs : aucklandMidnight(nowMs, -back);
  });
  return { kind, startsAt, from: startsAt[0] ?? nowMs };
}
