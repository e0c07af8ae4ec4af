import type { EpochMs } from '#lib/time/auckland.ts';

/** The numbers of a chart: for each start of an hour or day, one value for each series, in the order of the series. */
export interface Stack {
  readonly series: readonly string[];
  readonly points: readonly { readonly startsAt: EpochMs; readonly values: readonly number[] }[];
}

/**
 * Adds up counts by series and start; an hour or day without counts has zeros.
 *
 * @param counts may repeat a start and series; other starts than `startsAt` are left out
 * @param order the series to show, in order; those without counts are left out
 */
export function stackOf(
  startsAt: readonly EpochMs[],
  counts: Iterable<{ readonly startsAt: EpochMs; readonly series: string; readonly count: number }>,
  order: readonly string[],
): Stack {
  const sums = new Map(startsAt.map((start) => [start, new Map<string, number>()]));
  const seen = new Set<string>();
  for (const { startsAt: start, series, count } of counts) {
    const sum = sums.get(start);
    if (sum === undefined) continue;
    seen.add(series);
    sum.set(series, (sum.get(series) ?? 0) + count);
  }
  const series = order.filter((one) => seen.has(one));
  const points = [...sums].map(([start, sum]) => ({ startsAt: start, values: series.map((one) => sum.get(one) ?? 0) }));
  return { series, points };
}
