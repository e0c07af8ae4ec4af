import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { JobProgress } from '#app/admin/jobs/JobProgress.tsx';
import { JobReport } from '#app/admin/jobs/JobReport.tsx';
import { jobView } from '#app/admin/jobs/job-list.tsx';
import { DifferenceView } from '#app/admin/register/feeds/DifferenceView.tsx';
import { ConfirmImport } from '#app/admin/register/feeds/FeedForm.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import type { Job } from '#db/jobs/jobs.ts';
import { getComparison } from '#flows/registry/register-jobs.ts';
import { counted } from '#lib/counted.ts';
import { tooManyMissing } from '#lib/registry/import/difference.ts';

export const metadata: Metadata = { title: 'What a file would change' };

export default async function PreviewPage({ params }: { params: Promise<{ job: string }> }) {
  const { mayEdit } = await requireStaff();
  const comparison = getComparison(connections().reader, numberOf((await params).job));
  if (comparison === undefined) notFound();
  const { job, found, imported } = comparison;
  const isImported = imported !== undefined && imported.state !== 'failed' && imported.state !== 'cancelled';
  return (
    <RegisterPage
      title={job.title}
      intro={isImported ? undefined : 'Nothing has changed yet.'}
      back={{ href: '/admin/register/feeds', words: 'All imports' }}
    >
      {imported !== undefined && <ImportNote imported={imported} />}
      {found === undefined ? (
        <Section title={job.state === 'failed' ? 'Why it cannot be compared' : 'The comparison'}>
          <JobProgress key={`${job.id} ${job.state}`} job={jobView(job)} title={job.title} mayCancel={mayEdit} />
          <JobReport fault={job.fault} />
          {job.state === 'failed' && (
            <div>
              <LinkButton href="/admin/register/feeds">Choose another file</LinkButton>
            </div>
          )}
        </Section>
      ) : (
        <>
          {mayEdit && !isImported && (
            <Section title="Import">
              <ConfirmImport comparison={job.id} tooMany={tooManyMissing(found)} />
            </Section>
          )}
          <Section
            title={isImported ? 'What it would change, as compared before the import' : 'What it would change'}
            intro={`${found.kind === 'replace' ? 'As the whole register' : 'As changes'}; ${counted(found.counts.unchanged, 'name stays as it is', 'names stay as they are')}.`}
          >
            <DifferenceView counts={found.counts} difference={found.difference} />
          </Section>
        </>
      )}
    </RegisterPage>
  );
}

/** What became of the import of the compared file, and where it is seen. */
function ImportNote({ imported: { id, state, outcome } }: { readonly imported: Job }) {
  const run = outcome?.code === 'register-imported' ? outcome.run : undefined;
  return (
    <Section title={importTitles[state]}>
      <p>
        {run === undefined ? (
          <Link href={`/admin/jobs/${id}`} prefetch={false}>{`See job ${id}`}</Link>
        ) : (
          <Link href={`/admin/register/feeds/${run}`} prefetch={false}>{`See import ${run} and what it changed`}</Link>
        )}
      </p>
    </Section>
  );
}

const importTitles: Readonly<Record<Job['state'], string>> = {
  waiting: 'The import of this file waits for its turn',
  running: 'This file is being imported',
  done: 'This file was imported',
  failed: 'The last import of this file failed',
  cancelled: 'The last import of this file was cancelled',
};
