import { Chart } from '#app/admin/usage/Chart.tsx';
import { NumbersTable } from '#app/admin/usage/NumbersTable.tsx';
import styles from '#app/admin/usage/usage.module.css';
import type { EpochMs } from '#lib/time/auckland.ts';
import { monthOf, monthWords } from '#lib/usage/months.ts';
import { stackOf } from '#lib/usage/stack.ts';

interface MonthlyCountsProps {
  /** Of the heading. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** When each month began. */
  readonly months: readonly EpochMs[];
  readonly events: readonly { readonly at: EpochMs; readonly series: string }[];
  /** All series, in order. */
  readonly order: readonly string[];
  readonly empty: string;
}

/** How often something happened in each month, by kind, as a chart and as a table. */
export function MonthlyCounts({ id, title, note, months, events, order, empty }: MonthlyCountsProps) {
  const counts = events.flatMap(({ at, series }) => {
    const startsAt = monthOf(at, months);
    return startsAt === undefined ? [] : [{ startsAt, series, count: 1 }];
  });
  const { series, points } = stackOf(months, counts, order);
  const labelled = points.map((point) => ({ ...point, label: monthWords(point.startsAt) }));
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
      </div>
      <p className={styles.note}>{note}</p>
      <div className={styles.card}>
        {series.length === 0 ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <>
            <Chart
              kind="requests"
              label={`${title}, as a chart`}
              series={series.map((name) => ({ name, colour: order.indexOf(name) }))}
              points={labelled}
            />
            <NumbersTable
              label={title}
              head={['Month', ...series]}
              rows={labelled.map(({ startsAt, label, values }) => ({
                key: startsAt,
                cells: [label, ...values.map((value) => value.toLocaleString('en-NZ'))],
              }))}
            />
          </>
        )}
      </div>
    </section>
  );
}
