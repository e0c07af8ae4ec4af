import type { Period, PeriodKind } from '#lib/usage/period.ts';
import { durationWords, startWords } from '#lib/usage/words.ts';
import { Chart } from './Chart.tsx';
import { NumbersTable } from './NumbersTable.tsx';
import styles from './usage.module.css';

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
  const series = percentiles.map(({ title }) => title);
  const label = 'Response times: median, 95th and 99th percentile';
  return (
    <section className={styles.section} aria-labelledby="latency">
      <div className={styles.heading}>
        <h2 id="latency">Response times</h2>
      </div>
      <p className={styles.note}>
        From the headers of a request to the end of its response. Figures are accurate to {accuracy}.
      </p>
      <div className={styles.card}>
        {counts.length === 0 ? (
          <p className={styles.empty}>There were no responses in this period.</p>
        ) : (
          <>
            <Chart
              kind="latency"
              label={`${label}, as a chart`}
              series={series.map((name, colour) => ({ name, colour }))}
              points={points}
            />
            <NumbersTable
              label={label}
              head={['From', ...series]}
              rows={points.map(({ startsAt, label: start, values }) => ({
                key: startsAt,
                cells: [start, ...values.map((value) => (value === null ? '–' : durationWords(value)))],
              }))}
            />
          </>
        )}
      </div>
    </section>
  );
}
