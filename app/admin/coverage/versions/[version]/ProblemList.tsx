import { ShowOnMap } from '#components/admin/changes-map/ShowOnMap.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { type ProblemKind, problemKinds } from '#lib/broadband/import/areas/area-problems.ts';
import type { AreaReport } from '#lib/broadband/import/areas/area-report.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { counted } from '#lib/counted.ts';
import { isOnMap, pointOfUnits } from '#lib/map/layers/changed-places.ts';
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

/** Each kind of problem: words for one and for several, and its count in the report. */
const kinds: Readonly<Record<ProblemKind, { one: string; many: string; count: keyof AreaReport }>> = {
  sliver: {
    one: 'sliver under 1 m²: kept, but hardly any point lies in it',
    many: 'slivers under 1 m²: kept, but hardly any point lies in them',
    count: 'slivers',
  },
  'outside the service area': {
    one: 'area outside the service area: kept, but never part of an answer',
    many: 'areas outside the service area: kept, but never part of an answer',
    count: 'partsOutside',
  },
  'partly outside the service area': {
    one: 'area that extends beyond the service area: kept in full',
    many: 'areas that extend beyond the service area: kept in full',
    count: 'partsPartlyOutside',
  },
  'ring closed': {
    one: 'ring was open and has been closed',
    many: 'rings were open and have been closed',
    count: 'ringsClosed',
  },
  'ring unwrapped': {
    one: 'ring jumped across 180° or 0° and has been joined',
    many: 'rings jumped across 180° or 0° and have been joined',
    count: 'ringsUnwrapped',
  },
  'ring without area dropped': {
    one: 'ring had no area and was dropped',
    many: 'rings had no area and were dropped',
    count: 'ringsVanished',
  },
  'points removed': {
    one: 'point repeated another point or was the tip of a spike, and was removed',
    many: 'points repeated other points or were the tips of spikes, and were removed',
    count: 'pointsRemoved',
  },
};

interface ProblemListProps {
  readonly problems: readonly SurveyProblem[];
  readonly report: AreaReport;
}

/** What a person may want to check in the file before it is published, by kind, with places. */
export function ProblemList({ problems, report }: ProblemListProps) {
  const found = problemKinds.filter((kind) => problems.some((problem) => problem.kind === kind));
  if (found.length === 0)
    return <p>No problems: all areas of the file are closed, large enough and inside the service area.</p>;
  return found.map((kind) => {
    const { one, many, count } = kinds[kind];
    const title = counted(report[count], one, many);
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
