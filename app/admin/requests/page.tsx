import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { State } from '#components/admin/State.tsx';
import { type AccessRequest, pageOfRequests } from '#db/access/requests/requests.ts';
import { connections } from '#db/client.ts';
import { type RequestState, requestDays } from '#lib/access/requests.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { LinksToPassOn } from './LinksToPassOn.tsx';
import { requestList } from './request-list.ts';
import { kindWords, stateWords } from './state-words.ts';

export const metadata: Metadata = { title: 'Requests' };

const kinds: Readonly<Record<RequestState, 'soon' | 'good' | 'ended'>> = {
  open: 'soon',
  unconfirmed: 'ended',
  approved: 'good',
  done: 'good',
  declined: 'ended',
};

const columns: readonly Column<AccessRequest>[] = [
  { key: 'name', title: 'Who', href: ({ id }) => `${requestList.path}/${id}`, render: ({ name }) => <bdi>{name}</bdi> },
  { key: 'organisation', title: 'Organisation', render: ({ organisation }) => <bdi>{organisation}</bdi> },
  { key: 'email', title: 'Email', render: ({ email }) => <Breakable text={email} /> },
  { key: 'kind', title: 'Asks for', render: ({ kind }) => kindWords[kind] },
  { key: 'state', title: 'State', render: ({ state }) => <State kind={kinds[state]}>{stateWords[state]}</State> },
  { key: 'came', title: 'Received', render: ({ createdAt }) => <Instant at={createdAt} /> },
];

export default async function RequestsPage({ searchParams }: ListPageProps) {
  const staff = await requireStaff();
  const list = readList(await searchParams, requestList);
  return (
    <AdminPage
      title="Requests"
      intro={`Keys and networks that people ask for on the pages for developers. Requests are deleted after ${requestDays} days.`}
    >
      {isRoleEnough(staff.role, 'editor') && <LinksToPassOn />}
      <StaffList
        list={list}
        columns={columns}
        page={pageOfRequests(connections().reader, list.query)}
        exportPath="/admin/export/requests"
        empty="Nobody has asked yet. The forms are at /developers/ask and /developers/ask-networks."
      />
    </AdminPage>
  );
}
