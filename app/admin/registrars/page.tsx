import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { chosen, pageRequest } from '#app/admin/page-wanted.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { limitWords } from '#components/admin/limit-words.ts';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { State } from '#components/admin/State.tsx';
import { hasRegistrars, type ListedRegistrar, pageOfRegistrars, registrarSorts } from '#db/access/registrar-list.ts';
import { connections } from '#db/client.ts';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { TestAddressForm } from './TestAddressForm.tsx';

export const metadata: Metadata = { title: 'Registrars' };

const columns: readonly Column<ListedRegistrar>[] = [
  {
    key: 'name',
    title: 'Registrar',
    isSortable: true,
    render: ({ id, name }) => (
      <Link prefetch={false} href={`/admin/registrars/${id}`}>
        {name}
      </Link>
    ),
  },
  {
    key: 'contact',
    title: 'Contact',
    isSortable: true,
    render: ({ contactEmail }) => (contactEmail ? <Breakable text={contactEmail} /> : '–'),
  },
  {
    key: 'networks',
    title: 'Networks',
    isSortable: true,
    isNumber: true,
    render: ({ networks }) => networks.toLocaleString('en-NZ'),
  },
  {
    key: 'limit',
    title: 'Requests a second',
    isSortable: true,
    isNumber: true,
    render: ({ perSecond }) => limitWords(perSecond, registrarPerSecond),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ enabled }) => <State kind={enabled ? 'good' : 'ended'}>{enabled ? 'Enabled' : 'Disabled'}</State>,
  },
  { key: 'created', title: 'Added', isSortable: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
];

export default async function RegistrarsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const state = parseListState(await searchParams, {
    path: '/admin/registrars',
    sortable: registrarSorts,
    filters: ['search', 'state'],
  });
  const { search = '', state: standing } = state.filters;
  const { reader } = connections();

  const { rows, total } = pageOfRegistrars(reader, {
    ...pageRequest(state, registrarSorts, rowsPerPage),
    search,
    state: chosen(standing, ['enabled', 'disabled']),
  });
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title="Registrars"
      intro="Who may ask the registry, and from which addresses. An address that stands on no list is refused."
      actions={mayEdit && <LinkButton href="/admin/registrars/new">Add a registrar</LinkButton>}
    >
      <TestAddressForm address="" />
      <ListFilter
        state={state}
        fields={[
          { name: 'search', label: 'Search', placeholder: 'Name, contact, note or network' },
          {
            name: 'state',
            label: 'State',
            choices: [
              { value: '', label: 'All' },
              { value: 'enabled', label: 'Enabled' },
              { value: 'disabled', label: 'Disabled' },
            ],
          },
        ]}
      />
      <DataTable
        label="registrars"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          hasRegistrars(reader) ? (
            <NoMatches what="registrar" path="/admin/registrars" />
          ) : (
            <p>
              There is no registrar yet, so nobody can ask the registry.{' '}
              {mayEdit ? (
                <Link href="/admin/registrars/new">Add the first one</Link>
              ) : (
                'An editor can add the first one.'
              )}
            </p>
          )
        }
      />
    </AdminPage>
  );
}
