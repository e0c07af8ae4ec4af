import { type ProblemKind, problemKinds } from '#lib/broadband/import/area-problems.ts';
import type { AreaReport } from '#lib/broadband/import/area-report.ts';
import type { SurveyProblem } from '#lib/broadband/import/area-survey.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { isOnMap, pointOfUnits } from '#lib/map/changed-places.ts';
import { ShowOnMap } from '../../../../../components/admin/changes-map/ShowOnMap.tsx';
import { type Column, DataTable } from '../../../../../components/admin/DataTable.tsx';
import styles from './ProblemList.module.css';
import { problemWords } from './problem-words.ts';

interface Row extends SurveyProblem {
  readonly number: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'feature', title: 'Feature', isNumber: true, render: ({ feature }) => feature.toLocaleString('en-NZ') },
  { key: 'line', title: 'Line', isNumber: true, render: ({ line }) => line?.toLocaleString('en-NZ') ?? '–' },
  { key: 'place', title: 'Latitude, longitude', render: placeOf },
];

/** Each kind of problem: what it is called here, what becomes of it, and which count of the report it is. */
const kinds: Readonly<Record<ProblemKind, { title: string; count: keyof AreaReport }>> = {
  sliver: { title: 'slivers under 1 m²: kept, but hardly anybody can ask there', count: 'slivers' },
  'outside the service area': {
    title: 'areas outside the service area: kept, nobody can ask there',
    count: 'partsOutside',
  },
  'partly outside the service area': {
    title: 'areas that reach beyond the service area: kept whole',
    count: 'partsPartlyOutside',
  },
  'ring closed': { title: 'rings were open and have been closed', count: 'ringsClosed' },
  'ring unwrapped': { title: 'rings jumped across 180° or 0° and have been made whole', count: 'ringsUnwrapped' },
  'ring without area dropped': { title: 'rings had no area and were dropped', count: 'ringsVanished' },
  'points removed': { title: 'points repeated others or went out and back, and were removed', count: 'pointsRemoved' },
};

interface ProblemListProps {
  readonly problems: readonly SurveyProblem[];
  readonly report: AreaReport;
}

/** What a person may want to look at in the file before it is published, by kind, with places. */
export function ProblemList({ problems, report }: ProblemListProps) {
  const found = problemKinds.filter((kind) => problems.some((problem) => problem.kind === kind));
  if (found.length === 0)
    return <p>None: all areas of the file are closed, large enough and inside the service area.</p>;
  return found.map((kind) => {
    const { title, count } = kinds[kind];
    const own = problems.filter((problem) => problem.kind === kind);
    return (
      <details key={kind} className={styles.kind}>
        <summary>
          {report[count].toLocaleString('en-NZ')} {title}
        </summary>
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
  if (!isOnMap(point)) return `${words} (beyond the map)`;
  return <ShowOnMap place={{ ...point, words: problemWords(problem) }}>{words}</ShowOnMap>;
}
