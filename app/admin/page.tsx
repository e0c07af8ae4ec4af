import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { JobProgress } from '#app/admin/jobs/JobProgress.tsx';
import { jobView } from '#app/admin/jobs/job-list.tsx';
import styles from '#app/admin/overview/overview.module.css';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { FoldedOnPhone } from '#components/admin/lists/FoldedOnPhone.tsx';
import { type Connection, connections } from '#db/client.ts';
import { listUnfinishedJobs } from '#db/jobs/jobs.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { homeOf, isRoleEnough } from '#lib/staff/role.ts';
import { AdminPage } from './AdminPage.tsx';
import { requireStaff } from './guard.ts';
import { Coming } from './overview/Coming.tsx';
import { DataCards } from './overview/DataCards.tsx';
import { FirstSteps } from './overview/FirstSteps.tsx';
import { Problems } from './overview/Problems.tsx';
import { Today } from './overview/Today.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const { role, mayEdit } = await requireStaff('own account');
  if (!isRoleEnough(role, 'viewer')) redirect(homeOf(role));
  const { reader } = connections();
  const nowMs = now();
  return (
    <AdminPage title="Overview" actions={mayEdit && <CommonTasks />}>
      <Problems connection={reader} nowMs={nowMs} mayAcknowledge={mayEdit} />
      <FirstSteps connection={reader} />
      <WorkInProgress connection={reader} />
      <Today connection={reader} nowMs={nowMs} mayAllow={mayEdit} />
      <Coming connection={reader} nowMs={nowMs} mayPublish={mayEdit} />
      <FoldedOnPhone more="Show the data: register, coverage, backup, database">
        <div data-more>
          <DataCards connection={reader} mayBackUp={isRoleEnough(role, 'admin')} />
        </div>
      </FoldedOnPhone>
    </AdminPage>
  );
}

const tasks = [
  { title: 'Let a registrar in', href: '/admin/registrars/new' },
  { title: 'Allow refused callers', href: '/admin/usage#refused' },
  { title: 'Replace a key', href: '/admin/users/keys' },
  { title: 'Import the register', href: '/admin/register/feeds' },
  { title: 'Import coverage', href: '/admin/coverage/import' },
];

/** The commonest tasks of a day, one click away. */
function CommonTasks() {
  return (
    <nav aria-label="Common tasks">
      <Group gap="xs">
        {tasks.map(({ title, href }) => (
          <LinkButton key={href} href={href} variant="default">
            {title}
          </LinkButton>
        ))}
      </Group>
    </nav>
  );
}

const most = 5;

/** The jobs that run or wait, each with its bar. */
function WorkInProgress({ connection }: { readonly connection: Connection }) {
  const jobs = listUnfinishedJobs(connection);
  // a link to a single job would only be in its place
  const shown = jobs.length > most + 1 ? most : jobs.length;
  return (
    <section className={styles.section} aria-labelledby="work">
      <div className={styles.heading}>
        <h2 id="work">Work in progress</h2>
        {jobs.length === 0 && (
          <p className={styles.quiet}>
            No jobs are running. <Link href="/admin/jobs">See past jobs</Link>
          </p>
        )}
      </div>
      {jobs.slice(0, shown).map((job) => (
        <div key={job.id} className={styles.job}>
          <h3>
            <Link href={`/admin/jobs/${job.id}`} prefetch={false}>
              {job.title}
            </Link>
          </h3>
          <JobProgress job={jobView(job)} title={job.title} mayCancel={false} />
        </div>
      ))}
      {jobs.length > shown && (
        <p>
          <Link href="/admin/jobs">See {counted(jobs.length - shown, 'more job')}</Link>
        </p>
      )}
    </section>
  );
}
