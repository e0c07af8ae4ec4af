import { ShowOnMap } from '#components/admin/changes-map/ShownPlace.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Fold } from '#components/admin/Section.tsx';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { type AreaReport, type ProblemKind, problemKinds } from '#lib/broadband/import/areas/area-report.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import { importReportLines, leftOutLines, readingLines } from '#lib/broadband/import/report-words.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { counted } from '#lib/counted.ts';
import { isOnMap, pointOfUnits } from '#lib/map/layers/changed-places.ts';
import styles from './ProblemList.module.css';

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
            : foundKinds(problems)
                .map((kind) => problemTitle(kind, report).replace(/ \(.*/, ''))
                .join('; ')
        }
      >
        <ProblemList problems={problems} report={report} />
      </Fold>
    </>
  );
}

interface Row extends SurveyProblem {
  readonly number: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'feature', title: 'Feature', isNumber: true, render: ({ feature }) => feature.toLocaleString('en-NZ') },
  { key: 'line', title: 'Line', isNumber: true, render: ({ line }) => line?.toLocaleString('en-NZ') ?? '–' },
  { key: 'place', title: 'Latitude, longitude', render: placeOf },
];

/** Each kind of problem: its count in the report, and words for one and for several. */
const kinds: Readonly<Record<ProblemKind, readonly [count: keyof AreaReport, one: string, many: string]>> = {
  'area crosses itself': [
    'selfCrossings',
    'place where an area crosses itself (what an odd number of its rings encloses is covered)',
    'places where areas cross themselves (what an odd number of their rings encloses is covered)',
  ],
  sliver: ['slivers', 'sliver under 1 m² (kept)', 'slivers under 1 m² (kept)'],
  'outside the service area': [
    'partsOutside',
    'area outside the service area (kept, but never in an answer)',
    'areas outside the service area (kept, but never in an answer)',
  ],
  'partly outside the service area': [
    'partsPartlyOutside',
    'area partly outside the service area (kept)',
    'areas partly outside the service area (kept)',
  ],
  'ring closed': ['ringsClosed', 'open ring was closed', 'open rings were closed'],
  'ring unwrapped': ['ringsUnwrapped', 'ring split at 180° or 0° was joined', 'rings split at 180° or 0° were joined'],
  'ring without area dropped': ['ringsVanished', 'ring without area was dropped', 'rings without area were dropped'],
  'points removed': ['pointsRemoved', 'repeated point was removed', 'repeated points were removed'],
};

function foundKinds(problems: readonly SurveyProblem[]): ProblemKind[] {
  return problemKinds.filter((kind) => problems.some((problem) => problem.kind === kind));
}

/** `22 repeated points were removed`. */
function problemTitle(kind: ProblemKind, report: AreaReport): string {
  const [count, one, many] = kinds[kind];
  return counted(report[count], one, many);
}

interface ProblemListProps {
  readonly problems: readonly SurveyProblem[];
  readonly report: AreaReport;
}

/** What a person may want to check in the file before it is published, by kind, with places. */
function ProblemList({ problems, report }: ProblemListProps) {
  const found = foundKinds(problems);
  if (found.length === 0)
    return (
      <p>
        No problems: all areas of the file are closed, large enough and inside the service area, and none crosses
        itself.
      </p>
    );
  return found.map((kind) => {
    const [count] = kinds[kind];
    const title = problemTitle(kind, report);
    const own = problems.filter((problem) => problem.kind === kind);
    return (
      <details key={kind} className={styles.kind}>
        <summary>{title}</summary>
        {own.length < report[count] && <p>The first {own.length} places:</p>}
        <DataTable
          label={title}
          columns={columns}
          rows={own.map((problem, place) => ({ ...problem, number: place + 1 }))}
          rowKey={({ number }) => number}
          empty=""
        />
      </details>
    );
  });
}

function placeOf(problem: Row) {
  const words = `${degreesText(problem.y)}, ${degreesText(longitudeOf(problem))}`;
  const point = pointOfUnits(problem);
  if (!isOnMap(point)) return `${words} (off the map)`;
  return <ShowOnMap place={{ ...point, words: problemWords(problem) }}>{words}</ShowOnMap>;
}

/** `sliver in feature 12, line 40`: a problem and where the file has it. */
export function problemWords({ kind, feature, line }: SurveyProblem): string {
  const where = `feature ${feature.toLocaleString('en-NZ')}`;
  return `${kind} in ${where}${line === undefined ? '' : `, line ${line.toLocaleString('en-NZ')}`}`;
}
