import '@mantine/charts/styles.css';
import { Choice } from '#app/admin/usage/Choice.tsx';
import { Latency } from '#app/admin/usage/Latency.tsx';
import { Tiles } from '#app/admin/usage/Tiles.tsx';
import styles from '#app/admin/usage/usage.module.css';
import { LiveRefresh } from '#components/admin/LiveRefresh.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { readLatenciesOf, readRequestsOf } from '#db/usage/of-account.ts';
import { now } from '#lib/clock.ts';
import { accountPercentile } from '#lib/usage/account-latency.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { type Outcome, outcomeOf } from '#lib/usage/outcome.ts';
import { accountPeriodKinds, accountPeriodOf } from '#lib/usage/period.ts';
import { durationWords, shareWords } from '#lib/usage/words.ts';
import { AccountRequests, type RequestGrouping, requestGroupings } from './AccountRequests.tsx';

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
