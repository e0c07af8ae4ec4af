import type { Metadata } from 'next';
import Link from 'next/link';
import { requireStaff } from '#app/admin/guard.ts';
import { NameLink, StatusWord } from '#app/admin/register/NameCells.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Fold } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { type NameOnList, pageOfListedNames } from '#db/registry/listed-names.ts';
import { prohibitedByRule } from '#lib/registry/names/prohibited-names.ts';
import { statuses } from '#lib/registry/status.ts';
import { removeListedNames } from './actions.ts';
import { RemoveListedButton } from './ListedForm.tsx';
import { listedNameList } from './listed-name-list.ts';

export const metadata: Metadata = { title: 'Names that cannot be registered' };

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Remove',
    done: 'removed from the list',
    actByName: removeListedNames,
    detail:
      'For each of them that nobody has registered and no rule prohibits, the API answers at once that it is available.',
  },
];

const addPath = `${listedNameList.path}/new`;

export default async function ListsPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(await searchParams, listedNameList);
  return (
    <RegisterPage
      title="Names that cannot be registered"
      intro="The API answers with the status on the list for a name that nobody has registered. A registered name stays Active, a cancelled one PendingRelease."
      actions={mayEdit && <LinkButton href={addPath}>Add names</LinkButton>}
    >
      <StaffList
        list={list}
        columns={columnsOf(mayEdit ? revision : undefined)}
        page={pageOfListedNames(reader, list.query)}
        exportPath="/admin/export/listed-names"
        bulk={mayEdit ? { one: 'name', nameOf: ({ shown }) => shown, actions: bulkActions, revision } : undefined}
        empty="There are no listed names yet."
        first={{ href: addPath, mayAdd: mayEdit }}
      />
      <Fold title="Rules that need no list">
        <ProhibitedByRule />
      </Fold>
    </RegisterPage>
  );
}

/** @param revision of the page, for the buttons of editors */
function columnsOf(revision: number | undefined): Column<NameOnList>[] {
  const columns: Column<NameOnList>[] = [
    {
      key: 'name',
      title: 'Name',
      render: ({ name }) => <NameLink name={name} />,
    },
    { key: 'status', title: 'Status', render: ({ status }) => <StatusWord status={statuses[status]} /> },
    { key: 'reason', title: 'Reason', render: ({ reason }) => reason },
  ];
  if (revision === undefined) return columns;
  return [
    ...columns,
    {
      key: 'change',
      title: 'Change',
      render: ({ name, shown }) => (
        <Link prefetch={false} href={`${listedNameList.path}/${name}`} aria-label={`Change ${shown}`}>
          Change
        </Link>
      ),
    },
    {
      key: 'remove',
      title: 'Remove',
      render: ({ name, shown }) => <RemoveListedButton {...{ name, shown, revision }} />,
    },
  ];
}

/** The rules that need no list. */
function ProhibitedByRule() {
  const { labels, macronVariants } = prohibitedByRule();
  return (
    <>
      <p>
        Directly below <b>.nz</b> these labels are prohibited, whatever the list says: {labels.join(', ')}; and every
        spelling of a second-level label with macrons that it does not have. (<span lang="mi">māori.nz</span> is a
        suffix.)
      </p>
      <details>
        <summary>The {macronVariants.length} spellings with macrons</summary>
        <p lang="mi">{macronVariants.join(', ')}</p>
      </details>
    </>
  );
}
