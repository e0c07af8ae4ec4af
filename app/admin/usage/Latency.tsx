import type { Period, PeriodKind } from '#lib/usage/period.ts';
import { durationWords, startWords } from '#lib/usage/words.ts';
import { ChartCard } from './ChartCard.tsx';

interface LatencyCount {
  readonly startsAt: number;
  readonly bucket: number;
  readonly count: number;
}

const percentiles = [
  { percent: 50, title: 'p50 (median)' },
  { percent: 95, title: 'p95' },
  { percent: 99, title: 'p99' },
];

interface LatencyProps {
  readonly period: Period<PeriodKind>;
  readonly counts: readonly LatencyCount[];
  /** Which duration `percent` of the responses did not exceed, of pairs of bucket and count. */
  readonly percentile: (counts: readonly (readonly [number, number])[], percent: number) => number | undefined;
  readonly accuracy: string;
}

/** Response times over the period. */
export function Latency({ period, counts, percentile, accuracy }: LatencyProps) {
  const byStart = Map.groupBy(counts, ({ startsAt }) => startsAt);
  const points = period.startsAt.map((startsAt) => {
    const buckets = (byStart.get(startsAt) ?? []).map(({ bucket, count }) => [bucket, count] as const);
    return {
      startsAt,
      label: startWords(period.kind.span, startsAt),
      values: percentiles.map(({ percent }) => percentile(buckets, percent) ?? null),
    };
  });
  return (
    <ChartCard
      kind="latency"
      title="Response times"
      label="Response times: median, 95th and 99th percentile"
      note={`From the headers of a request to the end of its response. Figures are accurate to ${accuracy}.`}
      empty={counts.length === 0 ? 'There were no responses in this period.' : undefined}
      series={percentiles.map(({ title }, colour) => ({ name: title, colour }))}
      points={points}
      words={durationWords}
    />
  );
}
