import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { chosen, pageRequest } from '#app/admin/page-wanted.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { jobStates, type Work } from '#db/jobs/jobs.ts';
import { jobSorts, pageOfJobs } from '#db/jobs/list.ts';
import { JobStateWord, stateWords } from './JobStateWord.tsx';

export const metadata: Metadata = { title: 'Imports and other long work' };

const path = '/admin/work';

const columns: readonly Column<Work>[] = [
  {
    key: 'title',
    title: 'Work',
    isSortable: true,
    render: ({ id, title }) => (
      <Link prefetch={false} href={`${path}/${id}`}>
        {title}
      </Link>
    ),
  },
  { key: 'state', title: 'State', isSortable: true, render: ({ state }) => <JobStateWord state={state} /> },
  { key: 'who', title: 'Asked for by', isSortable: true, render: ({ who }) => who },
  { key: 'asked', title: 'Asked for', isSortable: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'ended', title: 'Ended', render: ({ endedAt }) => <Instant at={endedAt} /> },
];

export default async function WorkPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff();
  const state = parseListState(await searchParams, {
    ...{ path, sortable: jobSorts, filters: ['search', 'state'] },
    startsDescending: true,
  });
  const { search = '' } = state.filters;
  const standing = chosen(state.filters.state, jobStates);
  const { rows, total } = pageOfJobs(connections().reader, {
    ...{ ...pageRequest(state, jobSorts, rowsPerPage), search, state: standing },
  });
  const isNarrowed = search !== '' || standing !== undefined;
  return (
    <AdminPage
      title="Imports and other long work"
      intro="What takes long is done beside the server, one after the other, and goes on when you close the browser."
    >
      {(total > 0 || isNarrowed) && (
        <ListFilter
          state={state}
          fields={[
            { name: 'search', label: 'Search', placeholder: 'File or subject' },
            {
              name: 'state',
              label: 'State',
              choices: [
                { value: '', label: 'All' },
                ...jobStates.map((value) => ({ value, label: stateWords[value] })),
              ],
            },
          ]}
        />
      )}
      <DataTable
        label="work"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          isNarrowed ? (
            <p>
              No work is like that. <Link href={path}>Show all of it</Link>
            </p>
          ) : (
            <p>
              Nothing has been imported here yet. <Link href="/admin/coverage/import">Import coverage</Link>
            </p>
          )
        }
      />
    </AdminPage>
  );
}
