import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { getInspection } from '#app/admin/coverage/import/inspection-of.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { JobProgress } from '#app/admin/work/JobProgress.tsx';
import { JobReport } from '#app/admin/work/JobReport.tsx';
import { jobView } from '#app/admin/work/job-view.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { importsOfInspection } from '#db/broadband/mapping-facts.ts';
import { connections } from '#db/client.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import { EarlierImports } from './EarlierImports.tsx';
import { FileFacts } from './FileFacts.tsx';
import { LayerForm } from './LayerForm.tsx';
import { Questions } from './Questions.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { readingOf } from './reading-of.ts';

export const metadata: Metadata = { title: 'What a coverage file means' };

export default async function InspectionPage({ params }: { params: Promise<{ inspection: string }> }) {
  await requireStaff('editor');
  const { reader } = connections();
  const known = getInspection(reader, numberOf((await params).inspection));
  if (known === undefined) notFound();
  const { work, choices, inspection } = known;
  const upload = getUpload(reader, work.uploadId ?? '');
  const imports = importsOfInspection(reader, work.id);
  const reading = readingOf(work.id, choices);
  const found = inspection?.found ?? null;
  return (
    <AdminPage
      title={inspection?.name ?? upload?.name ?? work.title}
      intro="What the file means is asked here. Nothing that callers see changes before a version is published."
      actions={
        <LinkButton variant="default" href="/admin/coverage/import">
          Another file
        </LinkButton>
      }
    >
      {upload === undefined && (
        <FormError sentence="The uploaded file is not there any more: upload it again to import it." />
      )}
      <EarlierImports imports={imports} />
      {inspection === undefined && (
        <Section title={work.state === 'failed' ? 'It cannot be read so' : 'The file is looked at'}>
          <JobProgress key={`${work.id} ${work.state}`} job={jobView(work)} title={work.title} mayCancel />
          <JobReport fault={work.fault} />
          {work.state === 'cancelled' && <p>It was cancelled.</p>}
        </Section>
      )}
      {inspection !== undefined && found === null && (
        <Section title="Which layer?" intro="The file has several; each is imported by itself.">
          <LayerForm layers={inspection.layers} values={reading} />
        </Section>
      )}
      {inspection !== undefined && found !== null && (
        <>
          <FileFacts inspection={inspection} found={found} />
          {upload !== undefined && <Questions known={known} found={found} fileName={upload.name} imports={imports} />}
        </>
      )}
      {upload !== undefined && (work.state === 'failed' || found !== null) && (
        <Section
          title="Read it otherwise"
          intro="Where the file does not say how it is to be read, or says it wrongly."
        >
          <ReadingForm values={reading} format={found?.format ?? null} layers={inspection?.layers ?? []} />
        </Section>
      )}
    </AdminPage>
  );
}
