import Link from 'next/link';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { ListState } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import type { ReleaseRun } from '#flows/registry/release-job.ts';
import { dayOf, formatAuckland } from '#lib/time/auckland.ts';
import { durationWords } from '#lib/usage/words.ts';
import { releaseKindWords } from './kind-words.ts';
import styles from './releases.module.css';

const columns: readonly Column<ReleaseRun>[] = [
  {
    key: 'job',
    title: 'Job of',
    render: ({ scheduleDate }) => (
      <Link prefetch={false} className={styles.day} href={`/admin/register/releases/${scheduleDate}`}>
        {dayOf(scheduleDate)}
      </Link>
    ),
  },
  {
    key: 'names',
    title: 'Names it took',
    isNumber: true,
    render: ({ released }) => released.toLocaleString('en-NZ'),
  },
  { key: 'free', title: 'Free from', render: ({ freeAt }) => formatAuckland(freeAt) },
  { key: 'ran', title: 'Ran at', render: ({ ranAt }) => formatAuckland(ranAt) },
  {
    key: 'how',
    title: 'How',
    render: ({ kind, who }) => `${releaseKindWords[kind]}${who === '' ? '' : `, ${who}`}`,
  },
  {
    key: 'took',
    title: 'Time it took',
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
        empty={<p>No job has run yet.</p>}
      />
    </Section>
  );
}
