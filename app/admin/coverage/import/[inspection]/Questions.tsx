import { factsOf, type InspectionWork } from '#app/admin/coverage/import/inspection-of.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import type { Job } from '#db/jobs/jobs.ts';
import type { FoundCoverage } from '#lib/broadband/import/inspection.ts';
import { beginMapping } from '#lib/broadband/import/mapping/begin-mapping.ts';
import { importRequest } from '#lib/broadband/import/mapping/requests.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { CandidateForm } from './CandidateForm.tsx';
import { MappingForm } from './MappingForm.tsx';
import { candidateKey } from './projection-words.ts';
import { readingOf } from './reading-of.ts';

interface QuestionsProps {
  readonly known: InspectionWork;
  readonly found: FoundCoverage;
  readonly fileName: string;
  /** The imports that were begun from here, the latest first. */
  readonly imports: readonly Job[];
}

/** What must be asked of a file before it can be imported: where it lies, or what its columns mean. */
export function Questions({ known: { work, choices }, found, fileName, imports }: QuestionsProps) {
  const { projection, remembered, faultsInAll, proposals } = found;
  if (projection.problem !== null) {
    const { crs, swap = false } = remembered?.choices ?? {};
    return (
      <Section title="In what are its coordinates?" intro={projection.problem}>
        {projection.candidates.length === 0 ? (
          <p>
            No reference system that is read here would put them in New Zealand: ask whoever made the file which it is.
          </p>
        ) : (
          <CandidateForm
            candidates={projection.candidates}
            values={readingOf(work.id, choices)}
            remembered={crs === undefined ? '' : candidateKey(crs, swap)}
          />
        )}
      </Section>
    );
  }
  if (faultsInAll > 0) return null;
  const facts = factsOf(connections().reader.db, found, fileName);
  const earlier = earlierOf(imports[0]);
  const guessed = beginMapping(proposals, facts, undefined);
  const begun = beginMapping(proposals, facts, earlier?.choices ?? remembered?.choices, earlier);
  return (
    <MappingForm
      begin={{ ...begun, inspection: work.id }}
      guessed={{ ...guessed, inspection: work.id }}
      remembered={
        earlier === undefined && remembered !== null
          ? `Filled in as for the last file of ${remembered.providers.join(', ')} with these columns (${dayOf(remembered.usedAt)}).`
          : undefined
      }
      proposals={proposals}
      facts={facts}
    />
  );
}

/** What was said when the file was imported before. */
function earlierOf(work: Job | undefined) {
  if (work === undefined) return undefined;
  const parsed = importRequest.safeParse(work.parameters);
  if (!parsed.success) return undefined;
  const { choices, mode, newProviders, delivery = '', asOf = '' } = parsed.data;
  return { choices, mode, newProviders: Array.isArray(newProviders) ? newProviders : [], delivery, asOf };
}
