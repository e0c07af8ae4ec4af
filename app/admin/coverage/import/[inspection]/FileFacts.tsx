import { JobReport } from '#app/admin/work/JobReport.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import { nameOf } from '#lib/broadband/import/projection/reference.ts';
import { importReportLines } from '#lib/broadband/import/report-words.ts';
import { sizeWords } from '#lib/usage/words.ts';
import styles from './mapping.module.css';
import { accuracyWords, howKnown, whereWords } from './projection-words.ts';

interface FileFactsProps {
  readonly inspection: Inspection;
  readonly found: FoundCoverage;
}

/** What the file is: its form, its size, where it lies and how that is known; and what is wrong with it. */
export function FileFacts({ inspection, found }: FileFactsProps) {
  const { format, layerName, report, projection, notes, faults, faultsInAll, whereabouts } = found;
  const number = (value: number) => value.toLocaleString('en-NZ');
  const counted = projection.problem === null ? importReportLines({ ...report, completionsDropped: 0 }) : [];
  const lines = [...notes, ...counted];
  return (
    <>
      <Section title="What the file is">
        <Facts
          facts={[
            ['Format', format],
            ['Layer', layerName ?? '–'],
            ['Size', sizeWords(inspection.bytes)],
            ['Rows', number(report.features)],
            ...(projection.problem === null
              ? ([
                  ['Areas', number(report.parts)],
                  ['Vertices', number(report.vertices)],
                  ['Coordinates', nameOf(projection)],
                  ['How that is known', howKnown(projection)],
                  ['Accuracy', accuracyWords(projection)],
                  ['Where it lies', whereWords(whereabouts)],
                ] as const)
              : ([['Coordinates', 'Not known yet']] as const)),
          ]}
        />
        {lines.length > 0 && (
          <ul className={styles.notes}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Section>
      {projection.problem === null && faultsInAll > 0 && (
        <Section title="What must be mended first">
          <JobReport
            fault={{
              reason: {
                code: 'worded',
                sentence: 'Nothing is imported while something of the file is wrong. Mend it, then upload it again.',
              },
              faults,
              total: faultsInAll,
            }}
          />
        </Section>
      )}
    </>
  );
}
