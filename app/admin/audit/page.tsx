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
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { counted } from '#lib/counted.ts';
import { actionWords, auditSentence, changeWords, kindOfActionWords } from '#lib/words/audit.ts';
import styles from './audit.module.css';
import { auditFilterOf } from './filter.ts';

export const metadata: Metadata = { title: 'Audit log' };

const columns: readonly Column<AuditEntry>[] = [
  { key: 'when', title: 'When', render: ({ at }) => <Instant at={at} withSeconds /> },
  { key: 'who', title: 'Who', render: ({ who }) => <Breakable text={who} /> },
  { key: 'what', title: 'What', render: (entry) => <Breakable text={auditSentence(entry)} /> },
  { key: 'change', title: 'Details', render: (entry) => <Differences entry={entry} /> },
  { key: 'address', title: 'From', render: ({ address }) => address && <Breakable text={address} /> },
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
          Every change that staff make here or on the command line, and every sign-in
          {hasDemonstration(reader) && '; the demonstration data were added without a row'}. No row can be changed or
          removed; <code className={styles.command}>npm run watea -- check</code> proves it.
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
        choices: Object.fromEntries([
          ...kinds.map((kind) => [kind, kindOfActionWords(kind)]),
          ...actions.map((action) => [action, actionWords(action).replace(/:$/, '')]),
        ]),
      },
      from: { label: 'From (day)', type: 'date' },
      until: { label: 'Until (day)', type: 'date' },
    },
  });
}

/** What a change changed, field by field; behind a line that opens it. */
function Differences({ entry }: { readonly entry: AuditEntry }) {
  const lines = changeWords(entry.before, entry.after);
  if (lines.length === 0) return '–';
  return (
    <details className={styles.details}>
      <summary>
        {counted(lines.length, 'field')}
        <VisuallyHidden> of: {auditSentence(entry)}</VisuallyHidden>
      </summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Breakable text={line} />
          </li>
        ))}
      </ul>
    </details>
  );
}
