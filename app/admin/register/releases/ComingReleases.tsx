import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { Connection } from '#db/client.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { shortDay } from '#lib/time/date-words.ts';
import styles from './releases.module.css';

interface ComingJob {
  readonly scheduleDate: EpochMs;
  /** How many names it releases if the jobs before it run. */
  readonly names: number;
}

const days = 7;

const columns: readonly Column<ComingJob>[] = [
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
    title: 'Names to release',
    isNumber: true,
    render: ({ names }) => names.toLocaleString('en-NZ'),
  },
  {
    key: 'free',
    title: 'Available from',
    render: ({ scheduleDate }) => <Instant at={windowEnd(scheduleDate)} withSeconds />,
  },
];

/** The next jobs, and how many names of the present register each will release. */
export function ComingReleases({ connection, nowMs }: { readonly connection: Connection; readonly nowMs: EpochMs }) {
  let before = 0;
  const jobs = Array.from({ length: days }, (_, day): ComingJob => {
    const scheduleDate = aucklandMidnight(nowMs, day + 1);
    // a job takes the names of earlier jobs too, if they have not run
    const upTo = countDueNames(connection, scheduleDate);
    const names = upTo - before;
    before = upTo;
    return { scheduleDate, names };
  });
  return (
    <Section title="Coming">
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
