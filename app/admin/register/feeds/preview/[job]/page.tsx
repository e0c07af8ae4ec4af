import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { JobProgress } from '#app/admin/jobs/JobProgress.tsx';
import { JobReport } from '#app/admin/jobs/JobReport.tsx';
import { jobView } from '#app/admin/jobs/job-list.tsx';
import { DifferenceView } from '#app/admin/register/feeds/DifferenceView.tsx';
import { ConfirmImport } from '#app/admin/register/feeds/FeedForm.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getComparison } from '#flows/registry/register-jobs.ts';
import { counted } from '#lib/counted.ts';
import { tooManyMissing } from '#lib/registry/import/difference.ts';

export const metadata: Metadata = { title: 'What a file would change' };

export default async function PreviewPage({ params }: { params: Promise<{ job: string }> }) {
  const { mayEdit } = await requireStaff();
  const comparison = getComparison(connections().reader, numberOf((await params).job));
  if (comparison === undefined) notFound();
  const { job, found } = comparison;
  return (
    <RegisterPage
      title={job.title}
      intro="Nothing has changed yet."
      back={{ href: '/admin/register/feeds', words: 'All imports' }}
    >
      {found === undefined ? (
        <Section title="The comparison">
          <JobProgress key={`${job.id} ${job.state}`} job={jobView(job)} title={job.title} mayCancel={mayEdit} />
          <JobReport fault={job.fault} />
        </Section>
      ) : (
        <>
          <Section
            title="What it would change"
            intro={`${found.kind === 'replace' ? 'As the whole register' : 'As changes'}; ${counted(found.counts.unchanged, 'name stays as it is', 'names stay as they are')}.`}
          >
            <DifferenceView counts={found.counts} difference={found.difference} />
          </Section>
          {mayEdit && (
            <Section title="Import">
              <ConfirmImport comparison={job.id} tooMany={tooManyMissing(found)} />
            </Section>
          )}
        </>
      )}
    </RegisterPage>
  );
}
