import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import type { ListView } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import type { Page } from '#db/page.ts';
import type { ListedRun } from '#db/registry/runs.ts';
import { durationWords } from '#lib/usage/words.ts';
import { changesWords, kindWords, RunState } from './RunWords.tsx';

const columns: readonly Column<ListedRun>[] = [
  {
    key: 'run',
    title: 'Run',
    render: ({ id, source }) => (
      <Link prefetch={false} href={`/admin/register/feeds/${id}`}>
        {id}: {fileOf(source)}
      </Link>
    ),
  },
  { key: 'kind', title: 'Kind', render: ({ kind }) => kindWords[kind] },
  { key: 'state', title: 'State', render: ({ state }) => <RunState state={state} /> },
  { key: 'changes', title: 'Changes', render: ({ counts }) => changesWords(counts) },
  { key: 'when', title: 'Started', render: ({ startedAt }) => <Instant at={startedAt} /> },
  {
    key: 'took',
    title: 'Duration',
    isNumber: true,
    render: ({ elapsedMs }) => (elapsedMs === null ? '–' : durationWords(elapsedMs)),
  },
  { key: 'who', title: 'By', render: ({ who }) => who || '–' },
];

/** A file's name without its folder. */
const fileOf = (source: string) => (source.startsWith('undo of') ? source : (source.split('/').at(-1) ?? source));

interface RunTableProps {
  readonly list: ListView;
  readonly page: Page<ListedRun>;
}

/** The history of imports and undos. */
export function RunTable({ list, page }: RunTableProps) {
  return (
    <StaffList
      list={list}
      columns={columns}
      page={page}
      exportPath="/admin/export/runs"
      empty="No register file has been imported yet."
    />
  );
}
