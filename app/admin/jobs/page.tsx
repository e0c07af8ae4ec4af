import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { connections } from '#db/client.ts';
import { type Job, pageOfJobs } from '#db/jobs/jobs.ts';
import { JobStateWord, jobList } from './job-list.tsx';

export const metadata: Metadata = { title: 'Jobs' };

const { path } = jobList;

const columns: readonly Column<Job>[] = [
  { key: 'title', title: 'Job', href: ({ id }) => `${path}/${id}`, render: ({ title }) => title },
  { key: 'state', title: 'State', render: ({ state }) => <JobStateWord state={state} /> },
  { key: 'who', title: 'Added by', render: ({ who }) => who },
  { key: 'asked', title: 'Added', render: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'ended', title: 'Ended', render: ({ endedAt }) => <Instant at={endedAt} /> },
];

export default async function JobsPage({ searchParams }: ListPageProps) {
  await requireStaff();
  const list = readList(await searchParams, jobList);
  return (
    <AdminPage
      title="Jobs"
      intro="Imports and other long tasks run here one after the other, and carry on when you close the browser."
    >
      <StaffList
        list={list}
        columns={columns}
        exportPath="/admin/export/jobs"
        page={pageOfJobs(connections().reader, list.query)}
        empty={
          <>
            There are no jobs yet. <Link href="/admin/coverage/import">Import coverage</Link>
          </>
        }
      />
    </AdminPage>
  );
}
