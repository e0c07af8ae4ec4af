import type { Metadata } from 'next';
import Link from 'next/link';
import { connections } from '#db/client.ts';
import { type ListedUser, pageOfUsers, userSorts } from '#db/user-list.ts';
import { isRoleEnough } from '#lib/access/staff/role.ts';
import { now } from '#lib/clock.ts';
import { AdminPage } from '../../../components/admin/AdminPage.tsx';
import { Breakable } from '../../../components/admin/Breakable.tsx';
import { type Column, DataTable } from '../../../components/admin/DataTable.tsx';
import { Instant } from '../../../components/admin/Instant.tsx';
import { LinkButton } from '../../../components/admin/LinkButton.tsx';
import { ListFilter } from '../../../components/admin/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '../../../components/admin/list-state.ts';
import { NothingLike } from '../../../components/admin/NothingLike.tsx';
import { requireStaff } from '../guard.ts';
import { pageWanted } from '../page-wanted.ts';
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
  const wanted = { ...pageWanted(state, userSorts, rowsPerPage), search };
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
            <NothingLike what="user" path={path} />
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
