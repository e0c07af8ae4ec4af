import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { RetiredState } from '#components/admin/RetiredState.tsx';
import { type ListedProvider, pageOfProviders, providerSorts } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Providers' };

const path = '/admin/providers';

const columns: readonly Column<ListedProvider>[] = [
  { key: 'name', title: 'Provider', href: ({ id }) => `${path}/${id}`, render: ({ name }) => name },
  { key: 'url', title: 'Website', render: ({ url }) => url },
  { key: 'wholesale', title: 'Wholesale', render: ({ wholesaleNetwork }) => wholesaleNetwork },
  { key: 'aliases', title: 'Other names', isNumber: true, render: ({ aliases }) => aliases },
  { key: 'offers', title: 'Published offers', isNumber: true, render: ({ publishedOffers }) => publishedOffers },
  { key: 'state', title: 'State', render: ({ retiredAt }) => <RetiredState retiredAt={retiredAt} /> },
];

export default async function ProvidersPage({ searchParams }: ListPageProps) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const list = readList(await searchParams, {
    path,
    what: 'providers',
    sorts: providerSorts,
    filters: {
      search: { label: 'Search', placeholder: 'Name, other name or website' },
      state: { label: 'State', choices: { 'in use': 'In use', retired: 'Retired' } },
    },
  });
  return (
    <AdminPage
      title="Providers"
      intro="Who offers broadband. These details fill the gaps in their files; the other names are those that files use for them."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a provider</LinkButton>}
    >
      <StaffList
        list={list}
        columns={columns}
        page={pageOfProviders(connections().reader, list.query)}
        empty="There are no providers yet. An import can add them."
        first={{ href: `${path}/new`, mayAdd: mayEdit }}
      />
    </AdminPage>
  );
}
