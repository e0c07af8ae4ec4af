import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { type ListedUser, pageOfUsers } from '#db/access/users.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { removeUsers } from './actions.ts';
import { userList, userScreens } from './user-list.tsx';

export const metadata: Metadata = { title: 'Users' };

const { path } = userList;

const columns: readonly Column<ListedUser>[] = [
  {
    key: 'email',
    title: 'Email',
    href: ({ id }) => `${path}/${id}`,
    render: ({ email }) => <Breakable text={email} />,
  },
  { key: 'name', title: 'Name', render: ({ name }) => name },
  { key: 'organisation', title: 'Organisation', render: ({ organisation }) => organisation },
  { key: 'keys', title: 'Working keys', isNumber: true, render: ({ keys }) => keys },
  { key: 'created', title: 'Added', render: ({ createdAt }) => <Instant at={createdAt} /> },
];

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Remove',
    done: 'removed',
    act: removeUsers,
    isTyped: true,
    detail: 'All their keys are removed too, and refused within a second.',
  },
];

export default async function UsersPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(await searchParams, userList);
  return (
    <AdminPage
      navigation={<SubNavigation label="Users and keys" screens={userScreens} />}
      title="Users and keys"
      intro="Who may query the broadband service. A user can have several keys."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a user</LinkButton>}
    >
      <StaffList
        list={list}
        columns={columns}
        page={pageOfUsers(reader, list.query, now())}
        empty="There are no users yet, so nobody has a key."
        first={{ href: `${path}/new`, mayAdd: mayEdit }}
        exportPath="/admin/export/users"
        bulk={mayEdit ? { one: 'user', nameOf: ({ email }) => email, actions: bulkActions, revision } : undefined}
      />
    </AdminPage>
  );
}
