import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Period, PeriodKind } from '#lib/usage/period.ts';
import { startWords } from '#lib/usage/words.ts';
import { Chart, type ChartedNumbers } from './Chart.tsx';
import { NumbersTable } from './NumbersTable.tsx';
import styles from './usage.module.css';

interface ChartCardProps extends ChartedNumbers {
  /** Of the heading; its kind where a page has one card of each. */
  readonly id?: string;
  readonly title: string;
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** Beside the title. */
  readonly choice?: ReactNode;
  readonly note?: string;
  /** Shown instead of the chart if there is nothing to show. */
  readonly empty: string | undefined;
  /** The head of the spans in the table. */
  readonly spanHead?: 'From' | 'Month';
}

/** A chart with its title, and its numbers as a table. */
export function ChartCard({ title, label, choice, note, empty, spanHead = 'From', ...given }: ChartCardProps) {
  const { id = given.kind, kind, series, points } = given;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {choice}
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.card}>
        {empty !== undefined ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <>
            <Chart label={`${label}, as a chart`} kind={kind} series={series} points={points} />
            <NumbersTable label={label} spanHead={spanHead} kind={kind} series={series} points={points} />
          </>
        )}
      </div>
    </section>
  );
}

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
    />
  );
}

/** A row of figures with their titles. */
export function Tiles({ tiles }: { tiles: readonly { readonly title: string; readonly value: string }[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ title, value }) => (
        <div key={title} className={styles.tile}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly title: string; readonly href: string }[];
  readonly chosen: string;
}

/** A few views of the same page. Each is a link, so that a view can be bookmarked and shared. */
export function Choice({ label, options, chosen }: ChoiceProps) {
  return (
    <nav className={styles.choice} aria-label={label}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ul className={styles.options}>
        {options.map(({ key, title, href }) => (
          <li key={key}>
            <Link
              className={styles.option}
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={key === chosen ? 'true' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
