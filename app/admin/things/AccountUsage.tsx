import '@mantine/charts/styles.css';
import { Chart } from '#app/admin/usage/Chart.tsx';
import { Choice } from '#app/admin/usage/Choice.tsx';
import { NumbersTable } from '#app/admin/usage/NumbersTable.tsx';
import { Tiles } from '#app/admin/usage/Tiles.tsx';
import styles from '#app/admin/usage/usage.module.css';
import { LiveRefresh } from '#components/admin/LiveRefresh.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { readRequestsOf } from '#db/usage/questions.ts';
import { now } from '#lib/clock.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { type Outcome, outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import { periodKinds, periodOf } from '#lib/usage/period.ts';
import { stackOf } from '#lib/usage/stack.ts';
import { shareWords, startWords } from '#lib/usage/words.ts';

interface AccountUsageProps {
  readonly api: UsageApi;
  /** The registrar or the keys. */
  readonly accountIds: readonly number[];
  readonly path: string;
  readonly params: SearchParams;
}

/** The requests of a registrar or of some keys, by how they ended; it updates itself. */
export function AccountUsage({ api, accountIds, path, params }: AccountUsageProps) {
  const period = periodOf(params.period, now());
  const { span } = period.kind;
  const rows = readRequestsOf(connections().reader, { span, startsAt: period.startsAt, api }, accountIds);
  const counts = rows.map((row) => ({ ...row, series: outcomeOf(row.status) }));
  const { series, points } = stackOf(period.startsAt, counts, outcomes);
  const labelled = points.map((point) => ({ ...point, label: startWords(span, point.startsAt) }));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const share = (outcome: Outcome) =>
    shareWords(
      counts.reduce((sum, { series: ended, count }) => (ended === outcome ? sum + count : sum), 0),
      total,
    );
  return (
    <>
      <LiveRefresh />
      <Choice
        label="Period"
        chosen={period.kind.key}
        options={periodKinds.map(({ key, title }) => ({ key, title, href: `${path}?period=${key}` }))}
      />
      <Tiles
        tiles={[
          { title: 'Requests', value: total.toLocaleString('en-NZ') },
          { title: 'Answered', value: share('answered') },
          { title: 'Over the limit', value: share('over the limit') },
          { title: 'Invalid requests', value: share('invalid request') },
          { title: 'Server errors', value: share('server error') },
        ]}
      />
      <div className={styles.card}>
        {series.length === 0 ? (
          <p className={styles.empty}>There were no requests in this period.</p>
        ) : (
          <>
            <Chart
              kind="requests"
              label={`Requests per ${span} by outcome, as a chart`}
              series={series.map((name) => ({ name, colour: outcomes.indexOf(name as Outcome) }))}
              points={labelled}
            />
            <NumbersTable
              label={`Requests per ${span} by outcome`}
              head={['From', ...series]}
              rows={labelled.map(({ startsAt, label, values }) => ({
                key: startsAt,
                cells: [label, ...values.map((value) => value.toLocaleString('en-NZ'))],
              }))}
            />
          </>
        )}
      </div>
    </>
  );
}
