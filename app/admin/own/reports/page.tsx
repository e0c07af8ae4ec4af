import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { connections } from '#db/client.ts';
import { type AskedReport, pageOfAskedReports } from '#db/reports/answers.ts';
import { OutcomeState, ownReportList } from './own-report-list.tsx';

export const metadata: Metadata = { title: 'Reports' };

const { path } = ownReportList;
/** How many characters of a visitor's text fit a line of the list. */
const shownOfText = 80;

const columns: readonly Column<AskedReport>[] = [
  {
    key: 'what',
    title: 'What is wrong',
    href: ({ id }) => `${path}/${id}`,
    render: ({ what }) => <bdi>{what.length <= shownOfText ? what : `${what.slice(0, shownOfText)}…`}</bdi>,
  },
  { key: 'state', title: 'Your answer', render: ({ outcome }) => <OutcomeState outcome={outcome} /> },
  { key: 'came', title: 'Received', render: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'by', title: 'Answered by', render: ({ answeredBy }) => answeredBy ?? '' },
];

export default async function OwnReportsPage({ searchParams }: ListPageProps) {
  const own = await requireOwnNetwork();
  const list = readList(await searchParams, ownReportList);
  return (
    <AdminPage
      title="Reports"
      intro={`What visitors to the map report as wrong at points for which the answer named ${own.name}.`}
    >
      <StaffList
        list={list}
        columns={columns}
        page={pageOfAskedReports(connections().reader, own.id, list.query)}
        exportPath={`${path}/export`}
        empty="No visitor has reported a mistake."
      />
    </AdminPage>
  );
}
