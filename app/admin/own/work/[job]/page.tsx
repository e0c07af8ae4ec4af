import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { JobProgress } from '#app/admin/jobs/JobProgress.tsx';
import { JobReport } from '#app/admin/jobs/JobReport.tsx';
import { jobView } from '#app/admin/jobs/job-list.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getJob } from '#db/jobs/jobs.ts';
import { importRequest } from '#lib/broadband/import/mapping/choices.ts';

export const metadata: Metadata = { title: 'Import' };

const titles = {
  waiting: 'The file will be imported soon',
  running: 'The file is being imported',
  done: 'The file was imported',
  failed: 'The file was not imported',
  cancelled: 'The import was cancelled',
} as const;

/** The progress of an import of the provider; once it is done, its delivery. */
export default async function OwnJobPage({ params }: { params: Promise<{ job: string }> }) {
  const own = await requireOwnNetwork();
  const job = getJob(connections().reader, numberOf((await params).job));
  if (job === undefined || job.providerId !== own.id || job.kind !== 'coverage import') notFound();
  if (job.outcome?.code === 'coverage-imported') redirect(`/admin/own/deliveries/${job.outcome.id}`);
  const inspection = importRequest.safeParse(job.parameters).data?.inspection;
  const hasEnded = job.state === 'failed' || job.state === 'cancelled';
  return (
    <AdminPage title={job.title}>
      <Section title={titles[job.state]}>
        <JobProgress key={`${job.id} ${job.state}`} job={jobView(job)} title={job.title} mayCancel={false} />
        <JobReport fault={job.fault} />
        {hasEnded && inspection !== undefined && (
          <div>
            <LinkButton href={`/admin/own/import/${inspection}`}>Change the answers</LinkButton>
          </div>
        )}
      </Section>
    </AdminPage>
  );
}
