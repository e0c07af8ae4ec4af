import { AdminPage } from '#app/admin/AdminPage.tsx';
import { type ImportScreen, ImportScreenProvider } from '#app/admin/coverage/import/import-screen.tsx';
import { JobProgress } from '#app/admin/work/JobProgress.tsx';
import { JobReport } from '#app/admin/work/JobReport.tsx';
import { jobView } from '#app/admin/work/job-view.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { importsOfInspection } from '#db/broadband/mapping-facts.ts';
import { connections } from '#db/client.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import type { InspectionJob } from '#flows/broadband/import/file-jobs.ts';
import { EarlierImports } from './EarlierImports.tsx';
import { FileFacts } from './FileFacts.tsx';
import { LayerForm } from './LayerForm.tsx';
import { Questions } from './Questions.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { readingValues } from './reading-values.ts';

interface InspectionContentProps {
  readonly known: InspectionJob;
  readonly screen: ImportScreen;
  /** The provider whose person delivers the file; undefined for staff. */
  readonly own?: { readonly id: number; readonly name: string };
}

/** What was found in an uploaded file, and what a person must say before it can be imported. */
export function InspectionContent({ known, screen, own }: InspectionContentProps) {
  const { reader } = connections();
  const { job, choices, inspection } = known;
  const upload = getUpload(reader, job.uploadId ?? '');
  const imports = importsOfInspection(reader, job.id);
  const reading = readingValues(job.id, choices);
  const found = inspection?.found ?? null;
  const isUnread = inspection === undefined && (job.state === 'failed' || job.state === 'done');
  return (
    <AdminPage
      title={inspection?.name ?? upload?.name ?? job.title}
      intro="Say here what the file means. Nothing changes for callers until a version is published."
      actions={
        <LinkButton variant="default" href={screen.inspections}>
          Another file
        </LinkButton>
      }
    >
      <ImportScreenProvider screen={screen}>
        {upload === undefined && (
          <FormError sentence="The uploaded file no longer exists: upload it again to import it." />
        )}
        <EarlierImports imports={imports} path={screen.jobs} />
        {inspection === undefined && <ReadingState job={job} mayCancel={own === undefined} />}
        {inspection !== undefined && found === null && (
          <Section title="Which layer?" intro="The file has several layers; each is imported separately.">
            <LayerForm layers={inspection.layers} values={reading} />
          </Section>
        )}
        {inspection !== undefined && found !== null && (
          <>
            <FileFacts inspection={inspection} found={found} />
            {upload !== undefined && (
              <Questions known={known} found={found} fileName={upload.name} imports={imports} own={own} />
            )}
          </>
        )}
        {upload !== undefined && (isUnread || found !== null) && (
          <Section
            title="Read the file again"
            intro="If the file does not say how to read it, or gets it wrong, you can choose here."
          >
            <ReadingForm values={reading} format={found?.format ?? null} layers={inspection?.layers ?? []} />
          </Section>
        )}
      </ImportScreenProvider>
    </AdminPage>
  );
}

/** How far the inspection is, or why there is no result. */
function ReadingState({ job, mayCancel }: Pick<InspectionJob, 'job'> & { readonly mayCancel: boolean }) {
  return (
    <Section title={titles[job.state]}>
      <JobProgress key={`${job.id} ${job.state}`} job={jobView(job)} title={job.title} mayCancel={mayCancel} />
      <JobReport fault={job.fault} />
      {job.state === 'done' && <p>An earlier version of Wātea read this file. Read it again to continue.</p>}
    </Section>
  );
}

const titles: Readonly<Record<InspectionJob['job']['state'], string>> = {
  waiting: 'The file will be read soon',
  running: 'The file is being read',
  done: 'The file must be read again',
  failed: 'The file cannot be read like this',
  cancelled: 'Reading was cancelled',
};
