import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { chosen, pageRequest } from '#app/admin/page-wanted.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { State } from '#components/admin/State.tsx';
import { connections } from '#db/client.ts';
import { type PointReport, pageOfReports, reportSorts, reportStates } from '#db/reports/reports.ts';
import { stateWords } from './state-words.ts';

export const metadata: Metadata = { title: 'Reports' };

const path = '/admin/reports';
/** As much of what a visitor wrote as a line of the list takes. */
const shownOfText = 80;

const columns: readonly Column<PointReport>[] = [
  {
    key: 'what',
    title: 'What is wrong',
    render: ({ id, what }) => (
      <Link prefetch={false} href={`${path}/${id}`}>
        <bdi>{what.length <= shownOfText ? what : `${what.slice(0, shownOfText)}…`}</bdi>
      </Link>
    ),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ state }) => <State kind={state === 'open' ? 'soon' : 'good'}>{stateWords[state]}</State>,
  },
  { key: 'came', title: 'Came', isSortable: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'by', title: 'Looked into by', isSortable: true, render: ({ handledBy }) => handledBy ?? '–' },
  { key: 'handled', title: 'Looked into', isSortable: true, render: ({ handledAt }) => <Instant at={handledAt} /> },
];

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff();
  const state = parseListState(await searchParams, {
    ...{ path, sortable: reportSorts, filters: ['search', 'state'] },
    startsDescending: true,
  });
  const { search = '' } = state.filters;
  const standing = chosen(state.filters.state, reportStates);
  const { rows, total } = pageOfReports(connections().reader, {
    ...{ ...pageRequest(state, reportSorts, rowsPerPage), search, state: standing },
  });
  const isNarrowed = search !== '' || standing !== undefined;
  return (
    <AdminPage
      title="Reports"
      intro="What visitors of the map say is wrong at a point, with the answer they were shown."
    >
      {(total > 0 || isNarrowed) && (
        <ListFilter
          state={state}
          fields={[
            { name: 'search', label: 'Search', placeholder: 'What they or staff wrote' },
            {
              name: 'state',
              label: 'State',
              choices: [
                { value: '', label: 'All' },
                ...reportStates.map((value) => ({ value, label: stateWords[value] })),
              ],
            },
          ]}
        />
      )}
      <DataTable
        label="reports"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          isNarrowed ? (
            <NoMatches what="report" path={path} />
          ) : (
            <p>Nobody has reported anything yet. Visitors do it below an answer on the map.</p>
          )
        }
      />
    </AdminPage>
  );
}
