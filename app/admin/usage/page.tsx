import '@mantine/charts/styles.css';
import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { readLatencies } from '#db/usage/questions.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { latencyPercentile } from '#lib/usage/latency.ts';
import { periodKinds } from '#lib/usage/period.ts';
import { Choice } from './Choice.tsx';
import { Latency } from './Latency.tsx';
import { RefusedCallers } from './RefusedCallers.tsx';
import { Requests } from './Requests.tsx';
import { TopAccounts } from './TopAccounts.tsx';
import { TopCallers } from './TopCallers.tsx';
import { Totals } from './Totals.tsx';
import styles from './usage.module.css';
import { apiTitles, usageHref, usageQuestion } from './usage-question.ts';

export const metadata: Metadata = { title: 'Usage' };

const apiChoices = [
  { key: '', title: 'Both' },
  { key: 'registry', title: apiTitles.registry },
  { key: 'broadband', title: apiTitles.broadband },
];

export default async function UsagePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
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
      <Latency period={period} counts={latencies} percentile={latencyPercentile} accuracy="5 %" />
      <RefusedCallers {...shared} mayAllow={isRoleEnough(staff.role, 'editor')} />
      <div className={styles.side}>
        {api !== 'broadband' && <TopAccounts {...shared} api="registry" />}
        {api !== 'registry' && <TopAccounts {...shared} api="broadband" />}
      </div>
      <TopCallers {...shared} />
    </AdminPage>
  );
}
