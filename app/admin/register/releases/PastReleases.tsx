import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { ListState } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import type { ReleaseRun } from '#db/registry/release-runs.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { shortDay } from '#lib/time/date-words.ts';
import { durationWords } from '#lib/usage/words.ts';
import { releaseKindWords } from './kind-words.ts';
import styles from './releases.module.css';

const columns: readonly Column<ReleaseRun>[] = [
  {
    key: 'job',
    title: 'Job of',
    render: ({ scheduleDate }) => (
      <Link prefetch={false} className={styles.day} href={`/admin/register/releases/${scheduleDate}`}>
        {shortDay(dayOf(scheduleDate))}
      </Link>
    ),
  },
  {
    key: 'names',
    title: 'Names released',
    isNumber: true,
    render: ({ released }) => released.toLocaleString('en-NZ'),
  },
  { key: 'free', title: 'Available from', render: ({ freeAt }) => <Instant at={freeAt} withSeconds /> },
  { key: 'ran', title: 'Ran', render: ({ ranAt }) => <Instant at={ranAt} withSeconds /> },
  {
    key: 'how',
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
