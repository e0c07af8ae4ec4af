import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { ListState } from '#components/admin/lists/list-state.ts';
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
  readonly rows: readonly ListedRun[];
  readonly total: number;
  readonly state: ListState;
}

/** The history of imports and undos. */
export function RunTable({ rows, total, state }: RunTableProps) {
  return (
    <DataTable
      label="runs"
      columns={columns}
      rows={rows}
      total={total}
      state={state}
      rowKey={({ id }) => id}
      empty={<p>No register file has been imported yet.</p>}
    />
  );
}
