import { Chart } from '#app/admin/usage/Chart.tsx';
import { NumbersTable } from '#app/admin/usage/NumbersTable.tsx';
import { statusWords } from '#app/admin/usage/requests-stack.ts';
import styles from '#app/admin/usage/usage.module.css';
import { type Outcome, outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import type { Period, PeriodKind } from '#lib/usage/period.ts';
import { stackOf } from '#lib/usage/stack.ts';
import { startWords } from '#lib/usage/words.ts';

/** How the requests of one account can be grouped. */
export const requestGroupings = [
  { key: 'outcome', title: 'Outcome' },
  { key: 'status', title: 'Status' },
] as const;
export type RequestGrouping = (typeof requestGroupings)[number]['key'];

interface AccountRequestsProps {
  readonly period: Period<PeriodKind>;
  readonly by: RequestGrouping;
  readonly counts: readonly { readonly startsAt: number; readonly status: number; readonly count: number }[];
}

const unitWords = { quarter: '15 minutes', hour: 'hour', day: 'day' } as const;

/** The requests of a registrar or of some keys over the period, by outcome or status. */
export function AccountRequests({ period, by, counts }: AccountRequestsProps) {
  const { span } = period.kind;
  const named = counts.map((row) => ({
    ...row,
    series: by === 'outcome' ? outcomeOf(row.status) : statusWords(row.status),
  }));
  const order = by === 'outcome' ? outcomes : [...new Set(named.map(({ series }) => series))].sort();
  const { series, points } = stackOf(period.startsAt, named, order);
  const labelled = points.map((point) => ({ ...point, label: startWords(span, point.startsAt) }));
  const label = `Requests per ${unitWords[span]} by ${by}`;
  return (
    <section className={styles.section} aria-labelledby="requests">
      <div className={styles.heading}>
        <h2 id="requests">Requests per {unitWords[span]}</h2>
      </div>
      <div className={styles.card}>
        {series.length === 0 ? (
          <p className={styles.empty}>There were no requests in this period.</p>
        ) : (
          <>
            <Chart
              kind="requests"
              label={`${label}, as a chart`}
              series={series.map((name, at) => ({
                name,
                colour: by === 'outcome' ? outcomes.indexOf(name as Outcome) : at,
              }))}
              points={labelled}
            />
            <NumbersTable
              label={label}
              head={['From', ...series]}
              rows={labelled.map(({ startsAt, label: start, values }) => ({
                key: startsAt,
                cells: [start, ...values.map((value) => value.toLocaleString('en-NZ'))],
              }))}
            />
          </>
        )}
      </div>
    </section>
  );
}
