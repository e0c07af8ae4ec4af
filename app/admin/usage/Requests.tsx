import type { Connection } from '#db/client.ts';
import { outcomes } from '#lib/usage/outcome.ts';
import { startWords } from '#lib/usage/words.ts';
import { Chart } from './Chart.tsx';
import { Choice } from './Choice.tsx';
import { NumbersTable } from './NumbersTable.tsx';
import { requestsStack } from './requests-stack.ts';
import styles from './usage.module.css';
import { groupings, type UsageQuestion, usageHref } from './usage-question.ts';

const outcomeNames: readonly string[] = outcomes;

/** Requests over the period, grouped as the page's address says. */
export function Requests({ connection, question }: { connection: Connection; question: UsageQuestion }) {
  const { period, by } = question;
  const { series, points } = requestsStack(connection, question);
  const labelled = points.map(({ startsAt, values }) => ({
    startsAt,
    label: startWords(period.kind.span, startsAt),
    values,
  }));
  const unit = period.kind.span === 'hour' ? 'hour' : 'day';
  const groupedBy = groupings.find(({ key }) => key === by)?.title.toLowerCase();
  const label = `Requests per ${unit} by ${groupedBy}`;
  return (
    <section className={styles.section} aria-labelledby="requests">
      <div className={styles.heading}>
        <h2 id="requests">Requests per {unit}</h2>
        <Choice
          label="Group by"
          chosen={by}
          options={groupings.map((grouping) => ({ ...grouping, href: usageHref(question, { by: grouping.key }) }))}
        />
      </div>
      <div className={styles.card}>
        {series.length === 0 ? (
          <p className={styles.empty}>There were no requests of this kind in this period.</p>
        ) : (
          <>
            <Chart
              kind="requests"
              label={`${label}, as a chart`}
              series={series.map((name, at) => ({ name, colour: by === 'outcome' ? outcomeNames.indexOf(name) : at }))}
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
