import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { limitWords } from '#components/admin/limit-words.ts';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { State } from '#components/admin/State.tsx';
import { type ListedRegistrar, pageOfRegistrars, registrarSorts } from '#db/access/registrar-list.ts';
import { connections } from '#db/client.ts';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { TestAddressForm } from './TestAddressForm.tsx';

export const metadata: Metadata = { title: 'Registrars' };

const path = '/admin/registrars';

const columns: readonly Column<ListedRegistrar>[] = [
  { key: 'name', title: 'Registrar', href: ({ id }) => `${path}/${id}`, render: ({ name }) => name },
  { key: 'contact', title: 'Contact', render: ({ contactEmail }) => contactEmail && <Breakable text={contactEmail} /> },
  { key: 'networks', title: 'Networks', isNumber: true, render: ({ networks }) => networks },
  {
    key: 'limit',
    title: 'Requests a second',
    isNumber: true,
    render: ({ perSecond }) => limitWords(perSecond, registrarPerSecond),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ enabled }) => <State kind={enabled ? 'good' : 'ended'}>{enabled ? 'Enabled' : 'Disabled'}</State>,
  },
  { key: 'created', title: 'Added', render: ({ createdAt }) => <Instant at={createdAt} /> },
];

export default async function RegistrarsPage({ searchParams }: ListPageProps) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const list = readList(await searchParams, {
    path,
    what: 'registrars',
    sorts: registrarSorts,
    filters: {
      search: { label: 'Search', placeholder: 'Name, contact, note or network' },
      state: { label: 'State', choices: { enabled: 'Enabled', disabled: 'Disabled' } },
    },
  });
  return (
    <AdminPage
      title="Registrars"
      intro="Who may query the registry, and from which addresses. A request from any other address is refused."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a registrar</LinkButton>}
    >
      <TestAddressForm address="" />
      <StaffList
        list={list}
        columns={columns}
        page={pageOfRegistrars(connections().reader, list.query)}
        empty="There are no registrars yet, so nobody can query the registry."
        first={{ href: `${path}/new`, mayAdd: mayEdit }}
      />
    </AdminPage>
  );
}
