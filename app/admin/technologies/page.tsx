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
import { type ListedTechnology, listTechnologies } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { offsetOf } from '#db/page.ts';
import { retireTechnologies, reviveTechnologies } from './actions.ts';
import { Colour } from './Colour.tsx';
import { MoveButtons } from './MoveButtons.tsx';

export const metadata: Metadata = { title: 'Technologies' };

const path = '/admin/technologies';

/** @param revision of the page, for the buttons of editors */
function columnsFor(revision: number | undefined, inUse: readonly ListedTechnology[]): Column<ListedTechnology>[] {
  const columns: Column<ListedTechnology>[] = [
    { key: 'name', title: 'Technology', href: ({ id }) => `${path}/${id}`, render: ({ name }) => name },
    { key: 'set', title: 'set_id', isNumber: true, render: ({ setId }) => String(setId) },
    {
      key: 'nominal',
      title: 'Nominal maximum',
      isNumber: true,
      render: ({ nominalMaxMbps }) => `${nominalMaxMbps.toLocaleString('en-NZ')} Mbps`,
    },
    { key: 'colour', title: 'Colour', render: ({ colour, setId }) => <Colour colour={colour} setId={setId} /> },
    { key: 'offers', title: 'Published offers', isNumber: true, render: ({ publishedOffers }) => publishedOffers },
    { key: 'state', title: 'State', render: ({ retiredAt }) => <RetiredState retiredAt={retiredAt} /> },
  ];
  if (revision === undefined) return columns;
  const order: Column<ListedTechnology> = {
    key: 'order',
    title: 'Order',
    render: ({ id, name, retiredAt }) =>
      retiredAt === null && (
        <MoveButtons {...{ id, name, revision }} isFirst={id === inUse[0]?.id} isLast={id === inUse.at(-1)?.id} />
      ),
  };
  return [...columns, order];
}

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Retire',
    done: 'retired',
    act: retireTechnologies,
    detail: 'Answers no longer have a result for them. One with published offers cannot be retired.',
  },
  {
    label: 'Bring back',
    done: 'brought back',
    act: reviveTechnologies,
    detail: 'Answers have a result for them again.',
  },
];

export default async function TechnologiesPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  // in the order that staff gave them, and no other
  const list = readList(await searchParams, { path, what: 'technologies' });
  const { reader } = connections();
  const revision = newestRevision(reader);
  const all = listTechnologies(reader);
  const { limit, offset } = offsetOf(list.query);
  const inUse = all.filter(({ retiredAt }) => retiredAt === null);
  return (
    <AdminPage
      title="Technologies"
      intro="The ways broadband is delivered. Every answer has a result for each technology in use; lists and legends show them in this order."
      actions={mayEdit && <LinkButton href={`${path}/new`}>Add a technology</LinkButton>}
    >
      <StaffList
        list={list}
        columns={columnsFor(mayEdit ? revision : undefined, inUse)}
        page={{ rows: all.slice(offset, offset + limit), total: all.length }}
        empty="There are no technologies."
        exportPath="/admin/export/technologies"
        bulk={
          mayEdit
            ? { one: 'technology', many: 'technologies', nameOf: ({ name }) => name, actions: bulkActions, revision }
            : undefined
        }
      />
    </AdminPage>
  );
}
