import { JobReport } from '#app/admin/work/JobReport.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import { nameOf, references } from '#lib/broadband/import/projection/reference.ts';
import { importReportLines, number } from '#lib/broadband/import/report-words.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { noteWords } from '#lib/words/coverage/notes.ts';
import styles from './mapping.module.css';
import { accuracyWords, locationWords, sourceWords } from './projection-words.ts';
import { Sketch } from './Sketch.tsx';

interface FileFactsProps {
  readonly inspection: Inspection;
  readonly found: FoundCoverage;
}

/** The format and size of the file, where its areas are and how that is known; and what is wrong with it. */
export function FileFacts({ inspection, found }: FileFactsProps) {
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
