import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { chosen } from '#app/admin/page-wanted.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { listStaff, staffOrders } from '#db/staff/list.ts';
import { isSecondFactorRequired } from '#db/staff/policy.ts';
import { now } from '#lib/clock.ts';
import { factorsOf, PersonState } from './PersonState.tsx';
import { SecondFactorPolicy } from './SecondFactorPolicy.tsx';

export const metadata: Metadata = { title: 'Staff' };

type Person = ReturnType<typeof listStaff>['rows'][number];

const roleNames = { viewer: 'Viewer', editor: 'Editor', admin: 'Administrator' } as const;

function columnsAt(nowMs: number): readonly Column<Person>[] {
  return [
    {
      key: 'email',
      title: 'E-mail address',
      isSortable: true,
      render: ({ id, email }) => (
        <Link prefetch={false} href={`/admin/staff/${id}`}>
          <Breakable text={email} />
        </Link>
      ),
    },
    { key: 'role', title: 'Role', isSortable: true, render: ({ role }) => roleNames[role] },
    { key: 'state', title: 'State', render: (person) => <PersonState person={person} nowMs={nowMs} /> },
    { key: 'factors', title: 'Second factor', render: factorsOf },
    {
      key: 'lastLogin',
      title: 'Last signed in',
      isSortable: true,
      render: ({ lastLoginAt }) => <Instant at={lastLoginAt} never="never" />,
    },
  ];
}

export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff('admin');
  const state = parseListState(await searchParams, {
    path: '/admin/staff',
    sortable: staffOrders,
    filters: ['search', 'state'],
  });
  const { reader } = connections();
  const { rows, total } = listStaff(reader, {
    text: state.filters.search ?? '',
    state: chosen(state.filters.state, ['enabled', 'disabled']) ?? 'all',
    order: chosen(state.sort, staffOrders) ?? 'email',
    isDescending: state.isDescending,
    offset: (state.page - 1) * rowsPerPage,
    limit: rowsPerPage,
  });
  return (
    <AdminPage
      title="Staff"
      intro="Who may use these screens, and what they may do here."
      actions={<LinkButton href="/admin/staff/invite">Invite somebody</LinkButton>}
    >
      <ListFilter
        state={state}
        fields={[
          { name: 'search', label: 'Search', placeholder: 'Part of an e-mail address' },
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
        label="staff"
        columns={columnsAt(now())}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          <p>
            Nobody is like that. <Link href="/admin/staff">Show everybody</Link>
          </p>
        }
      />
      <Section title="Second factor for everybody">
        <SecondFactorPolicy isRequired={isSecondFactorRequired(reader)} />
      </Section>
    </AdminPage>
  );
}
