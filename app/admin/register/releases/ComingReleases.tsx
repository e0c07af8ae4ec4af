import Link from 'next/link';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { Connection } from '#db/client.ts';
import { countNamesTaken } from '#flows/registry/release-job.ts';
import { windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf, type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import styles from './releases.module.css';

interface ComingJob {
  readonly scheduleDate: EpochMs;
  /** Of this job alone. */
  readonly names: number;
}

const days = 7;

const columns: readonly Column<ComingJob>[] = [
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
    title: 'Names it will take',
    isNumber: true,
    render: ({ names }) => names.toLocaleString('en-NZ'),
  },
  { key: 'free', title: 'Free from', render: ({ scheduleDate }) => formatAuckland(windowEnd(scheduleDate)) },
];

/** The next jobs, and how many names each will take as the register stands now. */
export function ComingReleases({ connection, nowMs }: { readonly connection: Connection; readonly nowMs: EpochMs }) {
  let before = 0;
  const jobs = Array.from({ length: days }, (_, day): ComingJob => {
    const scheduleDate = aucklandMidnight(nowMs, day + 1);
    // a job takes all that earlier ones would have left
    const upTo = countNamesTaken(connection, scheduleDate);
    const names = upTo - before;
    before = upTo;
    return { scheduleDate, names };
  });
  return (
    <Section title="To come">
      <DataTable
        label="coming jobs"
        columns={columns}
        rows={jobs}
        rowKey={({ scheduleDate }) => scheduleDate}
        empty=""
      />
    </Section>
  );
}
