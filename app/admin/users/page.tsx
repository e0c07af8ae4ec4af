import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { pageRequest } from '#app/admin/page-wanted.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { type ListedUser, pageOfUsers, userSorts } from '#db/access/user-list.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { UserScreens } from './UserScreens.tsx';

export const metadata: Metadata = { title: 'Users' };

const columns: readonly Column<ListedUser>[] = [
  {
    key: 'email',
    title: 'E-mail',
    isSortable: true,
    render: ({ id, email }) => (
      <Link prefetch={false} href={`/admin/users/${id}`}>
        <Breakable text={email} />
      </Link>
    ),
  },
  { key: 'name', title: 'Name', isSortable: true, render: ({ name }) => name || '–' },
  { key: 'organisation', title: 'Organisation', isSortable: true, render: ({ organisation }) => organisation || '–' },
  {
    key: 'keys',
    title: 'Working keys',
    isSortable: true,
    isNumber: true,
    render: ({ keys }) => keys.toLocaleString('en-NZ'),
  },
  { key: 'created', title: 'Added', isSortable: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
];

export default async function UsersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const path = '/admin/users';
  const state = parseListState(await searchParams, { path, sortable: userSorts, filters: ['search'] });
  const { search = '' } = state.filters;
  const wanted = { ...pageRequest(state, userSorts, rowsPerPage), search };
  const { rows, total } = pageOfUsers(connections().reader, wanted, now());
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title="Users and keys"
      intro="Who may ask the broadband service. Each user has one key or several."
      actions={mayEdit && <LinkButton href="/admin/users/new">Add a user</LinkButton>}
    >
      <UserScreens here={path} />
      {(total > 0 || search !== '') && (
        <ListFilter
          state={state}
          fields={[{ name: 'search', label: 'Search users', placeholder: 'E-mail, name, organisation or note' }]}
        />
      )}
      <DataTable
        label="users"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          search !== '' ? (
            <NoMatches what="user" path={path} />
          ) : (
            <p>
              There is no user yet, so nobody has a key.{' '}
              {mayEdit ? <Link href="/admin/users/new">Add the first one</Link> : 'An editor can add the first one.'}
            </p>
          )
        }
      />
    </AdminPage>
  );
}
