import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import type { ReleaseRun } from '#db/registry/release-runs.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { shortDay } from '#lib/time/date-words.ts';
import styles from './releases.module.css';

/** Why a release job ran. */
export const releaseKindWords: Readonly<Record<ReleaseRun['kind'], string>> = {
  scheduled: 'On time',
  'catch-up': 'After it was missed',
  command: 'By hand',
};

/** A release job, past or coming. */
interface ListedJob {
  readonly scheduleDate: EpochMs;
  readonly released: number;
  readonly freeAt: EpochMs;
}

/** The columns of past and coming jobs alike. */
export const jobColumns: readonly Column<ListedJob>[] = [
  {
    key: 'job',
    title: 'Job of',
    render: ({ scheduleDate }) => (
      <Link prefetch={false} className={styles.day} href={`/admin/register/releases/${scheduleDate}`}>
        {shortDay(dayOf(scheduleDate))}
      </Link>
    ),
  },
  { key: 'names', title: 'Names', isNumber: true, render: ({ released }) => released.toLocaleString('en-NZ') },
  { key: 'free', title: 'Available from', render: ({ freeAt }) => <Instant at={freeAt} withSeconds /> },
];
