import Link from 'next/link';
import { JobProgress } from '#app/admin/work/JobProgress.tsx';
import { jobView } from '#app/admin/work/job-view.ts';
import type { Connection } from '#db/client.ts';
import { listUnfinishedJobs } from '#db/jobs/jobs.ts';
import { counted } from '#lib/counted.ts';
import styles from './overview.module.css';

const most = 5;

/** The jobs that run or wait, each with its bar. */
export function WorkInProgress({ connection }: { readonly connection: Connection }) {
  const jobs = listUnfinishedJobs(connection);
  return (
    <section className={styles.section} aria-labelledby="work">
      <h2 id="work">Work in progress</h2>
      {jobs.length === 0 && (
        <p className={styles.quiet}>
          No jobs are running. <Link href="/admin/work">See past jobs</Link>
        </p>
      )}
      {jobs.slice(0, most).map((job) => (
        <div key={job.id} className={styles.job}>
          <h3>
            <Link href={`/admin/work/${job.id}`} prefetch={false}>
              {job.title}
            </Link>
          </h3>
          <JobProgress job={jobView(job)} title={job.title} mayCancel={false} />
        </div>
      ))}
      {jobs.length > most && (
        <p>
          <Link href="/admin/work">See {counted(jobs.length - most, 'more job')}</Link>
        </p>
      )}
    </section>
  );
}
