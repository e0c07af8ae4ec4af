import type { VersionDetails } from '#db/broadband/version-details.ts';
import { importReportLines, leftOutLines, readingLines } from '#lib/broadband/import/report-words.ts';
import { counted } from '#lib/counted.ts';
import { Fold } from './Fold.tsx';
import { ProblemList } from './ProblemList.tsx';

/** What the import of a version found in its file; nothing for other versions. */
export function ImportReport({ details: { report, reading, problems } }: { readonly details: VersionDetails }) {
  if (report === undefined) return null;
  const lines = [
    ...(reading === undefined ? [] : [...leftOutLines(reading), ...readingLines(reading)]),
    ...importReportLines(report),
  ];
  return (
    <>
      <Fold title="What its import found">
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Fold>
      <Fold
        title={
          problems.length === 0
            ? 'No problems in the file'
            : counted(problems.length, 'problem in the file', 'problems in the file')
        }
      >
        <ProblemList problems={problems} report={report} />
      </Fold>
    </>
  );
}
