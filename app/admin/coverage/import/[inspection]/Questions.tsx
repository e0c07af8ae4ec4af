import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import type { Job } from '#db/jobs/jobs.ts';
import { factsOf, type InspectionJob } from '#flows/broadband/import/file-jobs.ts';
import type { FoundCoverage } from '#lib/broadband/import/inspection.ts';
import { beginMapping } from '#lib/broadband/import/mapping/begin-mapping.ts';
import { ownMapping } from '#lib/broadband/import/mapping/own-mapping.ts';
import { importRequest } from '#lib/broadband/import/mapping/requests.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { typedDay } from '#lib/time/typed-wall-time.ts';
import { noAreaWords } from '#lib/words/coverage/no-areas.ts';
import { misplacementWords, noCandidateWords } from '#lib/words/coverage/reference.ts';
import { CandidateForm } from './CandidateForm.tsx';
import { MappingForm } from './MappingForm.tsx';
import { candidateKey } from './projection-words.ts';
import { readingValues } from './reading-values.ts';

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
export function Questions({ known: { job, choices }, found, fileName, imports, own }: QuestionsProps) {
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
