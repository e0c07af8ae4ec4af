import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { isSecondFactorRequired } from '#db/staff/accounts.ts';
import { pageOfStaff } from '#db/staff/list.ts';
import { now } from '#lib/clock.ts';
import { roleNames } from '#lib/staff/role.ts';
import { disableAccounts, enableAccounts, removeAccounts } from './actions.ts';
import { SecondFactorPolicy } from './SecondFactorPolicy.tsx';
import { factorsOf, PersonState, staffList } from './staff-list.tsx';

export const metadata: Metadata = { title: 'Staff' };

type Person = ReturnType<typeof pageOfStaff>['rows'][number];

const { path } = staffList;

function columnsAt(nowMs: number): readonly Column<Person>[] {
  return [
    {
      key: 'email',
      title: 'Email',
      href: ({ id }) => `${path}/${id}`,
      render: ({ email }) => <Breakable text={email} />,
    },
    {
      key: 'role',
      title: 'Role',
      render: ({ role, provider }) => (provider === null ? roleNames[role] : `${roleNames[role]}: ${provider}`),
    },
    { key: 'state', title: 'State', render: (person) => <PersonState person={person} nowMs={nowMs} /> },
    { key: 'factors', title: 'Second factor', render: factorsOf },
    {
      key: 'lastLogin',
      title: 'Last signed in',
      render: ({ lastLoginAt }) => <Instant at={lastLoginAt} never="Never" />,
    },
  ];
}

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Disable',
    done: 'disabled',
    act: disableAccounts,
    detail: 'All their sessions end at once, and they cannot sign in. You can enable the accounts again.',
  },
  {
    label: 'Enable',
    done: 'enabled',
    act: enableAccounts,
    detail: 'They can sign in again with the passwords and second factors they had.',
  },
  {
    label: 'Remove',
    done: 'removed',
    act: removeAccounts,
    isTyped: true,
    detail:
      'All their sessions end at once, and their passwords, passkeys and links are deleted. Invitations are withdrawn. This cannot be undone; you can only invite them again.',
  },
];

export default async function StaffPage({ searchParams }: ListPageProps) {
  const { id: ownId } = await requireStaff('admin');
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(await searchParams, staffList);
  return (
    <AdminPage
      title="Staff"
      intro="Who may use these screens, and what they may do here. People of a network provider see only what is theirs."
      actions={<LinkButton href={`${path}/invite`}>Invite somebody</LinkButton>}
    >
      <StaffList
        list={list}
        columns={columnsAt(now())}
        page={pageOfStaff(reader, list.query)}
        exportPath="/admin/export/staff"
        empty="There are no staff."
        bulk={{
          one: 'account',
          // nobody ends their own access
          nameOf: ({ id, email }) => (id === ownId ? undefined : email),
          actions: bulkActions,
          revision,
        }}
      />
      <Section title="Second factor for everybody">
        <SecondFactorPolicy isRequired={isSecondFactorRequired(reader)} revision={revision} />
      </Section>
    </AdminPage>
  );
}
