import '@mantine/charts/styles.css';
import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { FoldedOnPhone } from '#components/admin/lists/FoldedOnPhone.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { type Connection, connections } from '#db/client.ts';
import { readLatencies, readRequests } from '#db/usage/questions.ts';
import { readTopCallers } from '#db/usage/rankings.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { addressDays } from '#lib/usage/batch.ts';
import { latencyPercentile } from '#lib/usage/latency.ts';
import { type Outcome, outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import { periodKinds } from '#lib/usage/period.ts';
import { durationWords, shareWords, startWords } from '#lib/usage/words.ts';
import { ChartCard, Choice, Latency, Tiles } from './ChartCard.tsx';
import { RefusedCallers } from './RefusedCallers.tsx';
import { AccountName, CountsTable, TopAccounts } from './TopAccounts.tsx';
import styles from './usage.module.css';
import {
  accountNames,
  apiTitles,
  groupings,
  requestsStack,
  type UsageQuestion,
  usageHref,
  usageQuestion,
} from './usage-question.ts';

export const metadata: Metadata = { title: 'Usage' };

const apiChoices = [
  { key: '', title: 'Both' },
  { key: 'registry', title: apiTitles.registry },
  { key: 'broadband', title: apiTitles.broadband },
];

export default async function UsagePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { mayEdit } = await requireStaff();
  const question = usageQuestion(await searchParams);
  const { reader } = connections();
  const { period, api } = question;
  const latencies = readLatencies(reader, { span: period.kind.span, from: period.from, api });
  const shared = { connection: reader, question };
  return (
    <AdminPage
      title="Usage"
      intro="How many requests both APIs receive, how they end, and who is refused. Counts are a few seconds old; times are New Zealand’s."
    >
      <div className={styles.choices}>
        <Choice
          label="Period"
          chosen={period.kind.key}
          options={periodKinds.map(({ key, title }) => ({ key, title, href: usageHref(question, { period: key }) }))}
        />
        <Choice
          label="API"
          chosen={api ?? ''}
          options={apiChoices.map((choice) => ({ ...choice, href: usageHref(question, { api: choice.key }) }))}
        />
      </div>
      <Totals {...shared} latencies={latencies} />
      <Requests {...shared} />
      <RefusedCallers {...shared} mayAllow={mayEdit} />
      <FoldedOnPhone more="Show response times, and who asked most">
        <div data-more>
          <Latency period={period} counts={latencies} percentile={latencyPercentile} accuracy="5 %" />
          <div className={styles.side}>
            {api !== 'broadband' && <TopAccounts {...shared} api="registry" />}
            {api !== 'registry' && <TopAccounts {...shared} api="broadband" />}
          </div>
          <TopCallers {...shared} />
        </div>
      </FoldedOnPhone>
    </AdminPage>
  );
}

const outcomeNames: readonly string[] = outcomes;

/** Requests over the period, grouped as the page's address says. */
function Requests({ connection, question }: { connection: Connection; question: UsageQuestion }) {
  const { period, by } = question;
  const { series, points } = requestsStack(connection, question);
  const unit = period.kind.span === 'hour' ? 'hour' : 'day';
  const groupedBy = groupings.find(({ key }) => key === by)?.title.toLowerCase();
  return (
    <ChartCard
      kind="requests"
      title={`Requests per ${unit}`}
      label={`Requests per ${unit} by ${groupedBy}`}
      choice={
        <Choice
          label="Group by"
          chosen={by}
          options={groupings.map((grouping) => ({ ...grouping, href: usageHref(question, { by: grouping.key }) }))}
        />
      }
      empty={series.length === 0 ? 'There were no requests of this kind in this period.' : undefined}
      series={series.map((name, at) => ({ name, colour: by === 'outcome' ? outcomeNames.indexOf(name) : at }))}
      points={points.map((point) => ({ ...point, label: startWords(period.kind.span, point.startsAt) }))}
    />
  );
}

interface TotalsProps {
  readonly connection: Connection;
  readonly question: UsageQuestion;
  readonly latencies: readonly { readonly bucket: number; readonly count: number }[];
}

/** The totals of the period. */
function Totals({ connection, question: { period, api }, latencies }: TotalsProps) {
  const counts = new Map<Outcome, number>();
  let requests = 0;
  for (const { status, count } of readRequests(connection, { span: period.kind.span, from: period.from, api })) {
    requests += count;
    counts.set(outcomeOf(status), (counts.get(outcomeOf(status)) ?? 0) + count);
  }
  const share = (outcome: Outcome) => shareWords(counts.get(outcome) ?? 0, requests);
  const buckets = latencies.map(({ bucket, count }) => [bucket, count] as const);
  const within = (percent: number) => {
    const ms = latencyPercentile(buckets, percent);
    return ms === undefined ? '–' : durationWords(ms);
  };
  return (
    <Tiles
      tiles={[
        { title: 'Requests', value: requests.toLocaleString('en-NZ') },
        { title: 'Answered', value: share('answered') },
        { title: 'Refused', value: share('refused') },
        { title: 'Over the limit', value: share('over the limit') },
        { title: 'Invalid requests', value: share('invalid request') },
        { title: 'Server errors', value: share('server error') },
        { title: 'Median response time (p50)', value: within(50) },
        { title: '95 % within (p95)', value: within(95) },
        { title: '99 % within (p99)', value: within(99) },
      ]}
    />
  );
}

const most = 20;

/** The addresses of registrars and keys with the most requests. */
function TopCallers({ connection, question: { period, api } }: { connection: Connection; question: UsageQuestion }) {
  const rows = readTopCallers(connection, { from: aucklandMidnight(period.from, 0), api }, most);
  const idsOf = (one: string) => rows.filter((row) => row.api === one).map(({ accountId }) => accountId);
  const names = {
    registry: accountNames(connection, 'registry', idsOf('registry')),
    broadband: accountNames(connection, 'broadband', idsOf('broadband')),
  };
  return (
    <section className={styles.card} aria-labelledby="callers">
      <div className={styles.heading}>
        <h2 id="callers">Addresses with the most requests</h2>
      </div>
      <p className={styles.note}>
        Of registrars and keys, by whole days. Addresses are kept for {addressDays} days; those of visitors to the map
        are never kept.
      </p>
      <CountsTable
        label="Addresses with the most requests"
        head={[
          { title: 'Address' },
          { title: 'Owner' },
          { title: 'Requests', isNumber: true },
          { title: 'Errors', isNumber: true },
          { title: 'Last request' },
        ]}
        rows={rows.map((row) => ({
          key: `${row.api} ${row.accountId} ${row.address}`,
          cells: [
            <Breakable key="address" text={row.address} />,
            <AccountName key="name" account={names[row.api](row.accountId)} />,
            row.count.toLocaleString('en-NZ'),
            shareWords(row.errors, row.count),
            <Instant key="last" at={row.lastAt} />,
          ],
        }))}
        empty="No addresses of registrars or keys are kept from this period."
      />
    </section>
  );
}
