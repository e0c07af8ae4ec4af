import type { Metadata } from 'next';
import Link from 'next/link';
import { requireStaff } from '#app/admin/guard.ts';
import { chosen } from '#app/admin/page-wanted.ts';
import { NameLink } from '#app/admin/register/NameLink.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { StatusWord } from '#app/admin/register/StatusWord.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { type NameOnList, pageOfListedNames } from '#db/registry/listed-name-list.ts';
import { listedStatuses, statuses } from '#lib/registry/status.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { ImportListForm } from './ImportListForm.tsx';
import { ListedForm } from './ListedForm.tsx';
import { ProhibitedByRule } from './ProhibitedByRule.tsx';
import { RemoveListedButton } from './RemoveListedButton.tsx';

export const metadata: Metadata = { title: 'Names that cannot be registered' };

const path = '/admin/register/lists';

export default async function ListsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const state = parseListState(await searchParams, { path, sortable: ['name'], filters: ['search', 'status'] });
  const { search = '' } = state.filters;
  const status = chosen(state.filters.status, listedStatuses);
  const wanted = { search, status, page: state.page, pageSize: rowsPerPage };
  const { rows, total } = pageOfListedNames(connections().reader, wanted);
  return (
    <RegisterPage
      title="Names that cannot be registered"
      intro="The API answers with the status on the list for a name that nobody has registered. A registered name stays Active, a cancelled one PendingRelease."
    >
      <ListFilter
        state={state}
        fields={[
          { name: 'search', label: 'Search', placeholder: 'Name or reason' },
          {
            name: 'status',
            label: 'Status',
            choices: [{ value: '', label: 'All' }, ...listedStatuses.map((value) => ({ value, label: value }))],
          },
        ]}
      />
      <DataTable<NameOnList>
        label="listed names"
        columns={columnsOf(mayEdit)}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ name }) => name}
        empty={
          search !== '' || status !== undefined ? (
            <NoMatches what="listed name" path={path} />
          ) : (
            <p>
              There are no listed names yet. {mayEdit ? 'Add the first one below.' : 'An editor can add the first one.'}
            </p>
          )
        }
      />
      {mayEdit && (
        <>
          <Section title="Add a name">
            <ListedForm />
          </Section>
          <Section title="Import a list">
            <ImportListForm />
          </Section>
        </>
      )}
      <Section title="Rules that need no list">
        <ProhibitedByRule />
      </Section>
    </RegisterPage>
  );
}

function columnsOf(mayEdit: boolean): Column<NameOnList>[] {
  const columns: Column<NameOnList>[] = [
    {
      key: 'name',
      title: 'Name',
      render: ({ name }) => <NameLink name={name} />,
    },
    { key: 'status', title: 'Status', render: ({ status }) => <StatusWord status={statuses[status]} /> },
    { key: 'reason', title: 'Reason', render: ({ reason }) => reason || '–' },
  ];
  if (!mayEdit) return columns;
  return [
    ...columns,
    {
      key: 'change',
      title: 'Change',
      render: ({ name, shown }) => (
        <Link prefetch={false} href={`${path}/${name}`} aria-label={`Change ${shown}`}>
          Change
        </Link>
      ),
    },
    { key: 'remove', title: 'Remove', render: ({ name, shown }) => <RemoveListedButton name={name} shown={shown} /> },
  ];
}
