import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

/** Over how many minutes answers are watched. */
export const watchedMinutes = 5;
/** More than this share of answers with a status of 500 or above is too much. */
export const mostErrorShare = 0.01;
/** Fewer errors than this are no alarm, however few requests there were. */
export const leastErrors = 5;

/** The requests of an API in an hour with one status, as they are counted up to a moment. */
export interface HourlyCount {
  readonly startsAt: EpochMs;
  readonly api: UsageApi;
  readonly status: number;
  readonly count: number;
}

interface Sample {
  readonly at: EpochMs;
  readonly counts: readonly HourlyCount[];
}

/** The answers of an API in the last minutes. */
export interface ErrorRate {
  readonly api: UsageApi;
  readonly errors: number;
  readonly requests: number;
  readonly minutes: number;
  /** Undefined while there are too few minutes to say that it is over. */
  readonly isTooHigh: boolean | undefined;
}

const minuteMs = 60_000;

/** Compares the stored counts of requests with those of some minutes before, for each API. */
export class ErrorWatch {
  #samples: readonly Sample[] = [];

  /** From when on counts are needed: the start of the hour in which the watched minutes begin. */
  static countsFrom(nowMs: EpochMs): EpochMs {
    const from = nowMs - (watchedMinutes + 1) * minuteMs;
    return from - (from % (60 * minuteMs));
  }

  /** @param counts those from `countsFrom(nowMs)` on */
  add(counts: readonly HourlyCount[], nowMs: EpochMs): ErrorRate[] {
    // a clock that was set back makes older samples useless
    const before = this.#samples.filter(({ at }) => at < nowMs && at >= nowMs - (watchedMinutes + 1) * minuteMs);
    const base = before.findLast(({ at }) => at <= nowMs - watchedMinutes * minuteMs) ?? before[0];
    this.#samples = [...before, { at: nowMs, counts }];
    if (base === undefined) return [];
    return (['registry', 'broadband'] as const).map((api) => rateOf(api, base, { at: nowMs, counts }));
  }
}

function rateOf(api: UsageApi, base: Sample, present: Sample): ErrorRate {
  const errors = countedSince(base, present, (row) => row.api === api && row.status >= 500);
  const requests = countedSince(base, present, (row) => row.api === api);
  const elapsedMs = present.at - base.at;
  const isHigh = errors >= leastErrors && errors > requests * mostErrorShare;
  const isLongEnough = elapsedMs >= watchedMinutes * minuteMs;
  const minutes = Math.max(1, Math.round(elapsedMs / minuteMs));
  return { api, errors, requests, minutes, isTooHigh: isHigh || (isLongEnough ? false : undefined) };
}

function countedSince(base: Sample, present: Sample, isCounted: (row: HourlyCount) => boolean): number {
  const first = Math.min(...present.counts.map(({ startsAt }) => startsAt));
  const sum = ({ counts }: Sample) =>
    counts.filter((row) => isCounted(row) && row.startsAt >= first).reduce((total, { count }) => total + count, 0);
  return Math.max(0, sum(present) - sum(base));
}
