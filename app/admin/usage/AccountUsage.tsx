import '@mantine/charts/styles.css';

import { ChartCard, Choice, Latency, Tiles } from '#app/admin/usage/ChartCard.tsx';
import styles from '#app/admin/usage/usage.module.css';
import { LiveRefresh } from '#components/admin/LiveRefresh.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { readLatenciesOf, readRequestsOf } from '#db/usage/questions.ts';
import { now } from '#lib/clock.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { accountPercentile } from '#lib/usage/latency.ts';
import { type Outcome, outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import { accountPeriodKinds, accountPeriodOf, type Period, type PeriodKind } from '#lib/usage/period.ts';
import { stackOf } from '#lib/usage/stack.ts';
import { durationWords, shareWords, startWords } from '#lib/usage/words.ts';
import { statusWords } from './usage-question.ts';

interface AccountUsageProps {
  readonly api: UsageApi;
  /** The registrar or the keys. */
  readonly accountIds: readonly number[];
  readonly path: string;
  readonly params: SearchParams;
}

/** The requests of a registrar or of some keys by how they ended, and their response times; it updates itself. */
export function AccountUsage({ api, accountIds, path, params }: AccountUsageProps) {
  const period = accountPeriodOf(params.period, now());
  const by: RequestGrouping = params.by === 'status' ? 'status' : 'outcome';
  const { span } = period.kind;
  const { reader } = connections();
  const scope = { span, startsAt: period.startsAt, api, accountIds };
  const counts = readRequestsOf(reader, scope);
  const latencies = readLatenciesOf(reader, scope);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const share = (outcome: Outcome) =>
    shareWords(
      counts.reduce((sum, { status, count }) => (outcomeOf(status) === outcome ? sum + count : sum), 0),
      total,
    );
  const p95Ms = accountPercentile(
    latencies.map(({ bucket, count }) => [bucket, count] as const),
    95,
  );
  const hrefOf = (periodKey: string, grouping: RequestGrouping) => `${path}?period=${periodKey}&by=${grouping}`;
  return (
    <>
      <LiveRefresh />
      <div className={styles.choices}>
        <Choice
          label="Period"
          chosen={period.kind.key}
          options={accountPeriodKinds.map(({ key, title }) => ({ key, title, href: hrefOf(key, by) }))}
        />
        <Choice
          label="Group by"
          chosen={by}
          options={requestGroupings.map((one) => ({ ...one, href: hrefOf(period.kind.key, one.key) }))}
        />
      </div>
      <Tiles
        tiles={[
          { title: 'Requests', value: total.toLocaleString('en-NZ') },
          { title: 'Answered', value: share('answered') },
          { title: 'Over the limit', value: share('over the limit') },
          { title: 'Invalid requests', value: share('invalid request') },
          { title: 'Server errors', value: share('server error') },
          { title: '95 % within (p95)', value: p95Ms === undefined ? '–' : durationWords(p95Ms) },
        ]}
      />
      <AccountRequests {...{ period, by, counts }} />
      <Latency period={period} counts={latencies} percentile={accountPercentile} accuracy="27 %" />
    </>
  );
}

/** How the requests of one account can be grouped. */
const requestGroupings = [
  { key: 'outcome', title: 'Outcome' },
  { key: 'status', title: 'Status' },
] as const;
type RequestGrouping = (typeof requestGroupings)[number]['key'];

interface AccountRequestsProps {
  readonly period: Period<PeriodKind>;
  readonly by: RequestGrouping;
  readonly counts: readonly { readonly startsAt: number; readonly status: number; readonly count: number }[];
}

const unitWords = { quarter: '15 minutes', hour: 'hour', day: 'day' } as const;

/** The requests of a registrar or of some keys over the period, by outcome or status. */
function AccountRequests({ period, by, counts }: AccountRequestsProps) {
  const { span } = period.kind;
  const named = counts.map((row) => ({
    ...row,
    series: by === 'outcome' ? outcomeOf(row.status) : statusWords(row.status),
  }));
  const order = by === 'outcome' ? outcomes : [...new Set(named.map(({ series }) => series))].sort();
  const { series, points } = stackOf(period.startsAt, named, order);
  return (
    <ChartCard
      kind="requests"
      title={`Requests per ${unitWords[span]}`}
      label={`Requests per ${unitWords[span]} by ${by}`}
      empty={series.length === 0 ? 'There were no requests in this period.' : undefined}
      series={series.map((name, at) => ({ name, colour: by === 'outcome' ? outcomes.indexOf(name as Outcome) : at }))}
      points={points.map((point) => ({ ...point, label: startWords(span, point.startsAt) }))}
    />
  );
}
