import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import type { RecordName } from '#db/audit/last-changes.ts';
import { type AuditEntry, pageOfHistory } from '#db/audit/list.ts';
import { connections } from '#db/client.ts';
import { auditSentence, changeWords } from '#lib/words/audit.ts';

interface HistoryProps {
  readonly record: RecordName;
  /** The path of the screen. */
  readonly path: string;
  readonly params: SearchParams;
}

const columns: readonly Column<AuditEntry>[] = [
  { key: 'when', title: 'When', render: ({ at }) => <Instant at={at} /> },
  { key: 'what', title: 'What', render: (entry) => <Breakable text={auditSentence(entry)} /> },
  {
    key: 'change',
    title: 'Details',
    render: ({ before, after }) => (
      <ul>
        {changeWords(before, after).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    ),
  },
  { key: 'who', title: 'Who', render: ({ who }) => <Breakable text={who} /> },
];

/** What the audit log says about a thing, in words. */
export function History({ record, path, params }: HistoryProps) {
  const list = readList(params, { path, what: 'changes', sorts: ['when'], startsDescending: true });
  return (
    <StaffList
      list={list}
      columns={columns}
      page={pageOfHistory(connections().reader, record, list.query)}
      empty="Nothing has been changed yet."
    />
  );
}
