import Link from 'next/link';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { type ImportScreen, ImportScreenProvider } from '#app/admin/coverage/import/import-screen.tsx';
import { JobProgress } from '#app/admin/jobs/JobProgress.tsx';
import { JobReport } from '#app/admin/jobs/JobReport.tsx';
import { JobStateWord, jobView } from '#app/admin/jobs/job-list.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Section } from '#components/admin/Section.tsx';
import { importsOfInspection } from '#db/broadband/mapping-facts.ts';
import { connections } from '#db/client.ts';
import type { Job } from '#db/jobs/jobs.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import { factsOf, type InspectionJob } from '#flows/broadband/import/file-jobs.ts';
import { placeFields } from '#lib/broadband/import/csv/place-fields.ts';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import { beginMapping, ownMapping } from '#lib/broadband/import/mapping/begin-mapping.ts';
import { type CoverageChoices, importRequest } from '#lib/broadband/import/mapping/choices.ts';
import { nameOf, references } from '#lib/broadband/import/projection/reference.ts';
import { importReportLines, number } from '#lib/broadband/import/report-words.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { typedDay } from '#lib/time/typed-time.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { noAreaWords } from '#lib/words/coverage/content.ts';
import { noteWords } from '#lib/words/coverage/notes.ts';
import { misplacementWords, noCandidateWords } from '#lib/words/coverage/reference.ts';
import { CandidateForm, Sketch } from './CandidateForm.tsx';
import { MappingForm } from './MappingForm.tsx';
import styles from './mapping.module.css';
import { accuracyWords, candidateKey, locationWords, sourceWords } from './projection-words.ts';
import { LayerForm, ReadingForm } from './ReadingForm.tsx';

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
      navigation={<BackLink href={screen.inspections}>Another file</BackLink>}
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

/** The imports that were started from this page; hidden without any. `path`: of the page of a job, without its number. */
function EarlierImports({ imports, path }: { readonly imports: readonly Job[]; readonly path: string }) {
  if (imports.length === 0) return null;
  return (
    <Section
      title="Imported from here"
      intro="Your answers for the last import are filled in below. You can change them and import again."
    >
      <ul className={styles.plain}>
        {imports.map(({ id, title, state }) => (
          <li key={id}>
            <Link prefetch={false} href={`${path}/${id}`}>
              {title} (job {id})
            </Link>{' '}
            <JobStateWord state={state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface FileFactsProps {
  readonly inspection: Inspection;
  readonly found: FoundCoverage;
}

/** The format and size of the file, where its areas are and how that is known; and what is wrong with it. */
function FileFacts({ inspection, found }: FileFactsProps) {
  const { format, layerName, report, projection, notes, faults, faultsInAll, location } = found;
  const isPlaced = projection.problem === null;
  const counts = isPlaced ? importReportLines({ ...report, completionsDropped: 0 }) : [];
  const lines = [...notes.map(noteWords), ...counts];
  const placed = [
    ['Areas', number(report.parts)],
    ['Vertices', number(report.vertices)],
    ['Coordinates', nameOf(references[projection.code])],
    ['Known from', sourceWords(projection)],
    ['Accuracy', accuracyWords(projection)],
    ['Location', locationWords(location)],
  ] as const;
  return (
    <>
      <Section title="About the file">
        <div className={styles.file}>
          {isPlaced && location !== null && <Sketch box={location} />}
          <Facts
            facts={[
              ['Format', format],
              ['Layer', layerName ?? '–'],
              ['Size', sizeWords(inspection.bytes)],
              ['Rows', number(report.features)],
              ...(isPlaced ? placed : ([['Coordinates', 'Not known yet']] as const)),
            ]}
          />
        </div>
        {lines.length > 0 && (
          <ul className={styles.notes}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Section>
      {isPlaced && faultsInAll > 0 && (
        <Section title="Fix the file first">
          <JobReport fault={{ reason: { code: 'file-to-fix' }, faults, total: faultsInAll }} />
        </Section>
      )}
    </>
  );
}

interface QuestionsProps {
  readonly known: InspectionJob;
  readonly found: FoundCoverage;
  readonly fileName: string;
  /** The imports that were started from here, the latest first. */
  readonly imports: readonly Job[];
  /** The provider whose person delivers the file; undefined for staff. */
  readonly own: { readonly id: number; readonly name: string } | undefined;
}

/** What must be asked before a file can be imported: its reference system, or the meaning of its columns. */
function Questions({ known: { job, choices }, found, fileName, imports, own }: QuestionsProps) {
  const { projection, remembered, faultsInAll, proposals } = found;
  if (projection.problem !== null) {
    const { crs, swap = false } = remembered?.choices ?? {};
    return (
      <Section title="Which coordinates are these?" intro={misplacementWords(projection.problem)}>
        {projection.candidates.length === 0 ? (
          <p>{noCandidateWords}</p>
        ) : (
          <CandidateForm
            candidates={projection.candidates}
            values={readingValues(job.id, choices)}
            remembered={crs === undefined ? '' : candidateKey(crs, swap)}
          />
        )}
      </Section>
    );
  }
  if (faultsInAll > 0) return null;
  if (found.report.parts === 0) {
    return (
      <Section title="The file has no areas">
        <p>{noAreaWords(found.report)}</p>
      </Section>
    );
  }
  const facts = factsOf(connections().reader.db, found, fileName, own?.id);
  const earlier = earlierAnswers(imports[0]);
  const beginFrom = (...from: Parameters<typeof beginMapping>) => {
    const begun = beginMapping(...from);
    return own === undefined ? begun : ownMapping(begun, own.name);
  };
  const guessed = beginFrom(proposals, facts, undefined);
  const begun = beginFrom(proposals, facts, earlier?.choices ?? remembered?.choices, earlier);
  return (
    <MappingForm
      begin={{ ...begun, inspection: job.id }}
      guessed={{ ...guessed, inspection: job.id }}
      remembered={
        earlier === undefined && remembered !== null
          ? `Filled in from the last file of ${remembered.providers.join(', ')} with these columns (${dayWords(dayOf(remembered.usedAt))}).`
          : undefined
      }
      proposals={proposals}
      facts={facts}
    />
  );
}

/** The answers for an earlier import of the same file. */
function earlierAnswers(job: Job | undefined) {
  const parsed = importRequest.safeParse(job?.parameters);
  if (!parsed.success) return undefined;
  const { choices, mode, newProviders, delivery = '', asOf } = parsed.data;
  return {
    choices,
    mode,
    newProviders: Array.isArray(newProviders) ? newProviders : [],
    delivery,
    asOf: asOf === undefined ? '' : typedDay(asOf),
  };
}

/** How a file was read, as the values of the form. */
function readingValues(inspection: number, { layer, crs, swap, encoding, places }: CoverageChoices): ReadingValues {
  return {
    inspection,
    layer: layer ?? '',
    crs: crs === undefined ? '' : String(crs),
    swap,
    encoding: encoding ?? '',
    places: Object.fromEntries(placeFields.map((field) => [field, places[field] ?? ''])),
  };
}
