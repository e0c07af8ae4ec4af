import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { limitWords } from '#app/admin/form-of.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { State } from '#components/admin/State.tsx';
import { type ListedRegistrar, pageOfRegistrars } from '#db/access/registrars.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { registrarPerSecond } from '#lib/access/limit/policy.ts';
import { disableRegistrars, enableRegistrars, removeRegistrars } from './actions.ts';
import { registrarList } from './registrar-list.ts';
import { TestAddressForm } from './TestAddressForm.tsx';

export const metadata: Metadata = { title: 'Registrars' };

const { path } = registrarList;

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

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Enable',
    done: 'enabled',
    act: enableRegistrars,
    detail: 'Their networks let callers in again within a second.',
  },
  {
    label: 'Disable',
    done: 'disabled',
    act: disableRegistrars,
    detail: 'Their callers are refused within a second, until they are enabled again.',
  },
  {
    label: 'Remove',
    done: 'removed',
    act: removeRegistrars,
    isTyped: true,
    detail: 'All their networks are removed with them, and their callers are refused within a second.',
  },
];

export default async function RegistrarsPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(await searchParams, registrarList);
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
        page={pageOfRegistrars(reader, list.query)}
        empty="There are no registrars yet, so nobody can query the registry."
        first={{ href: `${path}/new`, mayAdd: mayEdit }}
        exportPath="/admin/export/registrars"
        bulk={mayEdit ? { one: 'registrar', nameOf: ({ name }) => name, actions: bulkActions, revision } : undefined}
      />
    </AdminPage>
  );
}
