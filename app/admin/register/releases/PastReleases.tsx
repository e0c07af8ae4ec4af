import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { ListState } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import type { ReleaseRun } from '#db/registry/release-runs.ts';
import { durationWords } from '#lib/usage/words.ts';
import { jobColumns, releaseKindWords } from './columns.tsx';

const columns: readonly Column<ReleaseRun>[] = [
  ...jobColumns,
  { key: 'ran', title: 'Ran', render: ({ ranAt }) => <Instant at={ranAt} withSeconds /> },
  {
    key: 'why',
    title: 'Reason',
    render: ({ kind, who }) => `${releaseKindWords[kind]}${who === '' ? '' : `, ${who}`}`,
  },
  {
    key: 'took',
    title: 'Duration',
    isNumber: true,
    render: ({ elapsedMs }) => (elapsedMs === null ? '–' : durationWords(elapsedMs)),
  },
];

interface PastReleasesProps {
  readonly rows: readonly ReleaseRun[];
  readonly total: number;
  readonly state: ListState;
}

/** The jobs that have run. */
export function PastReleases({ rows, total, state }: PastReleasesProps) {
  return (
    <Section title="Past">
      <DataTable
        label="past jobs"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ scheduleDate }) => scheduleDate}
        empty={<p>No release job has run yet.</p>}
      />
    </Section>
  );
}
