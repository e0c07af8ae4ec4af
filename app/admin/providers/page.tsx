import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { RetiredState } from '#components/admin/State.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { type ListedProvider, pageOfProviders } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { retireProviders, reviveProviders } from './actions.ts';
import { providerList } from './provider-list.ts';

export const metadata: Metadata = { title: 'Providers' };

const { path } = providerList;

const columns: readonly Column<ListedProvider>[] = [
  { key: 'name', title: 'Provider', href: ({ id }) => `${path}/${id}`, render: ({ name }) => name },
  { key: 'url', title: 'Website', render: ({ url }) => url },
  { key: 'wholesale', title: 'Wholesale', render: ({ wholesaleNetwork }) => wholesaleNetwork },
  { key: 'aliases', title: 'Other names', isNumber: true, render: ({ aliases }) => aliases },
  { key: 'offers', title: 'Published offers', isNumber: true, render: ({ publishedOffers }) => publishedOffers },
  { key: 'state', title: 'State', render: ({ retiredAt }) => <RetiredState retiredAt={retiredAt} /> },
];

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Retire',
    done: 'retired',
    act: retireProviders,
    detail: 'Imports no longer offer them. One with published offers cannot be retired.',
  },
  { label: 'Bring back', done: 'brought back', act: reviveProviders, detail: 'Imports offer them again.' },
];

export default async function ProvidersPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(await searchParams, providerList);
  return (
    <AdminPage
      title="Providers"
      intro="Who offers broadband. These details fill the gaps in their files; the other names are those that files use for them."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a provider</LinkButton>}
    >
      <StaffList
        list={list}
        columns={columns}
        page={pageOfProviders(reader, list.query)}
        empty="There are no providers yet. An import can add them."
        first={{ href: `${path}/new`, mayAdd: mayEdit }}
        exportPath="/admin/export/providers"
        bulk={mayEdit ? { one: 'provider', nameOf: ({ name }) => name, actions: bulkActions, revision } : undefined}
      />
    </AdminPage>
  );
}
