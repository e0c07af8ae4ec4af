import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#components/admin/lists/DataTable.tsx';
import type { Period, PeriodKind } from '#lib/usage/period.ts';
import { durationWords, startWords } from '#lib/usage/words.ts';
import { Chart } from './Chart.tsx';
import styles from './usage.module.css';

interface ChartCardProps {
  readonly kind: 'requests' | 'latency';
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
  readonly series: readonly { readonly name: string; readonly colour: number }[];
  /** The values of each span of time, in the order of the series. */
  readonly points: readonly ChartPoint[];
  /** A value in words, for the table. */
  readonly words: (value: number) => string;
  /** The head of the spans in the table. */
  readonly spanHead?: 'From' | 'Month';
}

interface ChartPoint {
  readonly startsAt: number;
  /** When the span begins, in words. */
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** A chart with its title, and its numbers as a table. */
export function ChartCard({
  kind,
  title,
  label,
  choice,
  note,
  empty,
  series,
  points,
  words,
  ...given
}: ChartCardProps) {
  const { id = kind, spanHead = 'From' } = given;
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
            <Chart kind={kind} label={`${label}, as a chart`} series={series} points={points} />
            <NumbersTable
              label={label}
              head={[spanHead, ...series.map(({ name }) => name)]}
              rows={points.map(({ startsAt, label: start, values }) => ({
                key: startsAt,
                cells: [start, ...values.map((value) => (value === null ? '–' : words(value)))],
              }))}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** A count with its separators. */
export const countWords = (count: number) => count.toLocaleString('en-NZ');

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

interface NumbersTableProps {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly string[] }[];
}

/** The numbers of a chart, to read or copy; folded until opened. */
export function NumbersTable({ label, head, rows }: NumbersTableProps) {
  return (
    <details className={styles.table}>
      <summary>Show as a table</summary>
      <ScrollRegion label={label} className={styles.scroll}>
        <Table verticalSpacing={4} horizontalSpacing="sm">
          <TableThead>
            <TableTr>
              {head.map((title, at) => (
                <TableTh key={title} scope="col" className={at === 0 ? undefined : styles.number}>
                  {title}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {rows.map(({ key, cells }) => (
              <TableTr key={key}>
                {cells.map((cell, at) =>
                  at === 0 ? (
                    <TableTh key={head[at]} scope="row">
                      {cell}
                    </TableTh>
                  ) : (
                    <TableTd key={head[at]} className={styles.number}>
                      {cell}
                    </TableTd>
                  ),
                )}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </ScrollRegion>
    </details>
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
