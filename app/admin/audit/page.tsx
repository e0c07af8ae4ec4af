import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { pageRequest } from '#app/admin/page-wanted.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { DownloadLink } from '#components/admin/DownloadLink.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { type AuditEntry, auditChoices, pageOfAudit } from '#db/audit/list.ts';
import { connections } from '#db/client.ts';
import styles from './audit.module.css';
import { Differences } from './Differences.tsx';
import { auditFilterOf, filterNames } from './filter.ts';

export const metadata: Metadata = { title: 'What happened' };

const columns: readonly Column<AuditEntry>[] = [
  { key: 'when', title: 'When', isSortable: true, render: ({ at }) => <Instant at={at} withSeconds /> },
  { key: 'who', title: 'Who', render: ({ who }) => <Breakable text={who} /> },
  { key: 'address', title: 'From', render: ({ address }) => (address === null ? '–' : <Breakable text={address} />) },
  { key: 'action', title: 'What', render: ({ action }) => <Breakable text={action} /> },
  { key: 'subject', title: 'Of', render: ({ subject }) => <Breakable text={subject} /> },
  {
    key: 'change',
    title: 'Before and after',
    render: ({ before, after, action, subject }) => (
      <Differences of={`${action}, ${subject}`} before={before} after={after} />
    ),
  },
];

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff();
  const path = '/admin/audit';
  const state = parseListState(await searchParams, {
    path,
    sortable: ['when'],
    filters: filterNames,
    startsDescending: true,
  });
  const { reader } = connections();
  const filter = auditFilterOf(state.filters);
  const { rows, total } = pageOfAudit(reader, filter, pageRequest(state, ['when'], rowsPerPage));
  const { people, actions } = auditChoices(reader);
  const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const kinds = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  const isNarrowed = Object.values(state.filters).some((text) => text !== '');
  const query = new URLSearchParams(Object.entries(state.filters).filter(([, text]) => text !== ''));
  return (
    <AdminPage
      title="What happened"
      intro={
        <>
          Every change that somebody made here or by the command line, and every sign-in. No row can be changed or
          removed; <code className={styles.command}>npm run watea -- check</code> proves it.
        </>
      }
      actions={total > 0 && <DownloadLink href={`/admin/audit/export?${query}`}>Export as CSV</DownloadLink>}
    >
      <ListFilter
        state={state}
        fields={[
          { name: 'search', label: 'Search', placeholder: 'Network, name, e-mail, key …' },
          { name: 'who', label: 'Who', choices: [{ value: '', label: 'Everybody' }, ...choicesOf(people)] },
          {
            name: 'action',
            label: 'What',
            choices: [
              { value: '', label: 'Everything' },
              ...kinds.map((kind) => ({ value: kind, label: `${kind}: all` })),
              ...choicesOf(actions),
            ],
          },
          { name: 'from', label: 'From (day)', type: 'date' },
          { name: 'until', label: 'Until (day)', type: 'date' },
        ]}
      />
      <DataTable
        label="changes"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          isNarrowed ? (
            <NoMatches what="change" path={path} />
          ) : (
            <p>
              Nobody has changed anything yet. <Link href="/admin/registrars">Let a registrar in</Link>, and it stands
              here.
            </p>
          )
        }
      />
    </AdminPage>
  );
}
