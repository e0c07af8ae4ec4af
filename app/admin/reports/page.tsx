import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { State } from '#components/admin/State.tsx';
import { connections } from '#db/client.ts';
import { type PointReport, pageOfReports } from '#db/reports/reports.ts';
import { reportList } from './report-list.ts';
import { stateWords } from './state-words.ts';

export const metadata: Metadata = { title: 'Reports' };

const { path } = reportList;
/** How many characters of a visitor's text fit a line of the list. */
const shownOfText = 80;

const columns: readonly Column<PointReport>[] = [
  {
    key: 'what',
    title: 'What is wrong',
    href: ({ id }) => `${path}/${id}`,
    render: ({ what }) => <bdi>{what.length <= shownOfText ? what : `${what.slice(0, shownOfText)}…`}</bdi>,
  },
  {
    key: 'state',
    title: 'State',
    render: ({ state }) => <State kind={state === 'open' ? 'soon' : 'good'}>{stateWords[state]}</State>,
  },
  { key: 'came', title: 'Received', render: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'by', title: 'Handled by', render: ({ handledBy }) => handledBy },
  { key: 'handled', title: 'Handled', render: ({ handledAt }) => <Instant at={handledAt} /> },
];

export default async function ReportsPage({ searchParams }: ListPageProps) {
  await requireStaff();
  const list = readList(await searchParams, reportList);
  return (
    <AdminPage
      title="Reports"
      intro="What visitors to the map say is wrong at a point, with the answer they were shown."
    >
      <StaffList
        list={list}
        columns={columns}
        page={pageOfReports(connections().reader, list.query)}
        exportPath="/admin/export/reports"
        empty="There are no reports yet. Visitors send them from below an answer on the map."
      />
    </AdminPage>
  );
}
