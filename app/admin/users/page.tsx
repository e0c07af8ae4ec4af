import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { type ListedUser, pageOfUsers, userSorts } from '#db/access/user-list.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { userScreens } from './user-screens.ts';

export const metadata: Metadata = { title: 'Users' };

const path = '/admin/users';

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

export default async function UsersPage({ searchParams }: ListPageProps) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const list = readList(await searchParams, {
    path,
    what: 'users',
    sorts: userSorts,
    filters: { search: { label: 'Search users', placeholder: 'Email, name, organisation or note' } },
  });
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
        page={pageOfUsers(connections().reader, list.query, now())}
        empty="There are no users yet, so nobody has a key."
        first={{ href: `${path}/new`, mayAdd: mayEdit }}
      />
    </AdminPage>
  );
}
