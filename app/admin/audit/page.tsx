import { VisuallyHidden } from '@mantine/core';
import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { choicesOf, type ListPageProps, readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { type AuditEntry, auditChoices, mostFound, pageOfAudit } from '#db/audit/list.ts';
import { connections } from '#db/client.ts';
import { differencesOf } from '#lib/audit/difference.ts';
import styles from './audit.module.css';
import { auditFilterOf } from './filter.ts';

export const metadata: Metadata = { title: 'Audit log' };

const columns: readonly Column<AuditEntry>[] = [
  { key: 'when', title: 'When', render: ({ at }) => <Instant at={at} withSeconds /> },
  { key: 'who', title: 'Who', render: ({ who }) => <Breakable text={who} /> },
  { key: 'address', title: 'Address', render: ({ address }) => address && <Breakable text={address} /> },
  { key: 'action', title: 'Action', render: ({ action }) => <Breakable text={action} /> },
  { key: 'subject', title: 'Subject', render: ({ subject }) => <Breakable text={subject} /> },
  {
    key: 'change',
    title: 'Before and after',
    render: ({ before, after, action, subject }) => (
      <Differences of={`${action}, ${subject}`} before={before} after={after} />
    ),
  },
];

export default async function AuditPage({ searchParams }: ListPageProps) {
  await requireStaff();
  const { reader } = connections();
  const list = auditList(await searchParams, auditChoices(reader));
  const page = pageOfAudit(reader, { ...list.query, ...auditFilterOf(list.query) });
  return (
    <AdminPage
      title="Audit log"
      intro={
        <>
          Every change made here or on the command line, and every sign-in. No row can be changed or removed;{' '}
          <code className={styles.command}>npm run watea -- check</code> proves it.
        </>
      }
    >
      <StaffList
        list={list}
        columns={columns}
        page={page}
        empty="Nobody has changed anything yet."
        exportPath="/admin/audit/export"
      >
        {page.isCut && (
          <p>
            More than {mostFound.toLocaleString('en-NZ')} changes match; the list shows the newest of them. Use the
            filters to see others.
          </p>
        )}
      </StaffList>
    </AdminPage>
  );
}

function auditList(params: SearchParams, { people, actions }: ReturnType<typeof auditChoices>) {
  const kinds = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return readList(params, {
    path: '/admin/audit',
    what: 'changes',
    sorts: ['when'],
    startsDescending: true,
    filters: {
      search: { label: 'Search', placeholder: 'Network, name, email, key …' },
      who: { label: 'Who', choices: choicesOf(people) },
      action: {
        label: 'Action',
        choices: { ...Object.fromEntries(kinds.map((kind) => [kind, `${kind}: all`])), ...choicesOf(actions) },
      },
      from: { label: 'From (day)', type: 'date' },
      until: { label: 'Until (day)', type: 'date' },
    },
  });
}

interface DifferencesProps {
  /** What the details are about, for screen readers. */
  readonly of: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a change changed, field by field; behind a line that opens it. */
function Differences({ of, before, after }: DifferencesProps) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return '–';
  return (
    <details className={styles.details}>
      <summary>
        {differences.length === 1 ? '1 field' : `${differences.length} fields`}
        <VisuallyHidden> of {of}</VisuallyHidden>
      </summary>
      <dl>
        {differences.map(({ field, before: was, after: is }) => (
          <div key={field}>
            <dt>{field === '' ? 'Value' : field}</dt>
            <dd>
              {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
