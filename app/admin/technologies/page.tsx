import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { State } from '#components/admin/State.tsx';
import { type ListedTechnology, listTechnologies } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { Colour } from './Colour.tsx';
import { MoveButtons } from './MoveButtons.tsx';

export const metadata: Metadata = { title: 'Technologies' };

const path = '/admin/technologies';

function columnsFor(mayEdit: boolean, inUse: readonly ListedTechnology[]): Column<ListedTechnology>[] {
  const columns: Column<ListedTechnology>[] = [
    {
      key: 'name',
      title: 'Technology',
      render: ({ id, name }) => (
        <Link prefetch={false} href={`${path}/${id}`}>
          {name}
        </Link>
      ),
    },
    { key: 'set', title: 'set_id', isNumber: true, render: ({ setId }) => setId },
    {
      key: 'nominal',
      title: 'Nominal maximum',
      isNumber: true,
      render: ({ nominalMaxMbps }) => `${nominalMaxMbps.toLocaleString('en-NZ')} Mbps`,
    },
    { key: 'colour', title: 'Colour', render: ({ colour, setId }) => <Colour colour={colour} setId={setId} /> },
    {
      key: 'offers',
      title: 'Published offers',
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
  if (!mayEdit) return columns;
  const order: Column<ListedTechnology> = {
    key: 'order',
    title: 'Order',
    render: ({ id, name, retiredAt }) =>
      retiredAt === null && (
        <MoveButtons id={id} name={name} isFirst={id === inUse[0]?.id} isLast={id === inUse.at(-1)?.id} />
      ),
  };
  return [...columns, order];
}

export default async function TechnologiesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  // the order is the one that staff gave, so there is none to choose
  const state = parseListState(await searchParams, { path, sortable: ['order'] });
  const all = listTechnologies(connections().reader);
  const inUse = all.filter(({ retiredAt }) => retiredAt === null);
  const from = (state.page - 1) * rowsPerPage;
  return (
    <AdminPage
      title="Technologies"
      intro="By which technologies broadband comes. Every answer has a result for each that is in use; lists and legends have them in this order."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a technology</LinkButton>}
    >
      <DataTable
        label="technologies"
        columns={columnsFor(mayEdit, inUse)}
        rows={all.slice(from, from + rowsPerPage)}
        total={all.length}
        state={state}
        rowKey={({ id }) => id}
        empty={<p>There is no technology.</p>}
      />
    </AdminPage>
  );
}
