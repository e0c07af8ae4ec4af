import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { chosen, pageRequest } from '#app/admin/page-wanted.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { State } from '#components/admin/State.tsx';
import { type ListedProvider, pageOfProviders, providerSorts } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Providers' };

const path = '/admin/providers';
const states = ['in use', 'retired'] as const;

const columns: readonly Column<ListedProvider>[] = [
  {
    key: 'name',
    title: 'Provider',
    isSortable: true,
    render: ({ id, name }) => (
      <Link prefetch={false} href={`${path}/${id}`}>
        {name}
      </Link>
    ),
  },
  { key: 'url', title: 'Address', isSortable: true, render: ({ url }) => url || '–' },
  { key: 'wholesale', title: 'Wholesale', render: ({ wholesaleNetwork }) => wholesaleNetwork },
  {
    key: 'aliases',
    title: 'Other names',
    isSortable: true,
    isNumber: true,
    render: ({ aliases }) => aliases.toLocaleString('en-NZ'),
  },
  {
    key: 'offers',
    title: 'Published offers',
    isSortable: true,
    isNumber: true,
    render: ({ publishedOffers }) => publishedOffers.toLocaleString('en-NZ'),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ retiredAt }) => (
      <State kind={retiredAt === null ? 'good' : 'ended'}>{retiredAt === null ? 'In use' : 'Retired'}</State>
    ),
  },
];

export default async function ProvidersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const state = parseListState(await searchParams, { path, sortable: providerSorts, filters: ['search', 'state'] });
  const { search = '' } = state.filters;
  const standing = chosen(state.filters.state, states);
  const { rows, total } = pageOfProviders(connections().reader, {
    ...{ ...pageRequest(state, providerSorts, rowsPerPage), search, state: standing },
  });
  const isNarrowed = search !== '' || standing !== undefined;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title="Providers"
      intro="Who offers broadband. What stands here fills the blanks of their files, and tells by which names files call them."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a provider</LinkButton>}
    >
      {(total > 0 || isNarrowed) && (
        <ListFilter
          state={state}
          fields={[
            { name: 'search', label: 'Search', placeholder: 'Name, other name or address' },
            {
              name: 'state',
              label: 'State',
              choices: [
                { value: '', label: 'All' },
                { value: 'in use', label: 'In use' },
                { value: 'retired', label: 'Retired' },
              ],
            },
          ]}
        />
      )}
      <DataTable
        label="providers"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          isNarrowed ? (
            <NoMatches what="provider" path={path} />
          ) : (
            <p>
              There is no provider yet. An import can bring them
              {mayEdit ? (
                <>
                  , or <Link href={`${path}/new`}>add the first one</Link>
                </>
              ) : (
                ''
              )}
              .
            </p>
          )
        }
      />
    </AdminPage>
  );
}
