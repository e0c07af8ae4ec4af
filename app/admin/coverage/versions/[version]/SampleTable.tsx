import { ShowOnMap } from '#components/admin/changes-map/ShowOnMap.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { answerChanges } from '#lib/broadband/answer-change.ts';
import type { ChangedAnswer } from '#lib/broadband/measure/comparison.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { pointOfUnits } from '#lib/map/layers/changed-places.ts';
import { PageLinks, pageOf } from './PageLinks.tsx';

interface Row extends ChangedAnswer {
  readonly number: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'number', title: 'Point', isNumber: true, render: ({ number }) => number },
  { key: 'place', title: 'Latitude, longitude', render: placeOf },
  { key: 'before', title: 'Before', render: ({ before, after }) => wordsOf(before, after, 'before') },
  { key: 'after', title: 'After', render: ({ before, after }) => wordsOf(before, after, 'after') },
];

/** How many are shown at once: the answers at each take several lines. */
const samplesShown = 2;

interface SampleTableProps {
  readonly samples: readonly ChangedAnswer[];
  /** As the address has it. */
  readonly page: unknown;
  readonly hrefOf: (page: number) => string;
}

/** Points whose answer changes, with the API's answers before and after. */
export function SampleTable({ samples, page: asked, hrefOf }: SampleTableProps) {
  const numbered = samples.map((sample, place) => ({ ...sample, number: place + 1 }));
  const { page, last, rows } = pageOf(numbered, asked, samplesShown);
  return (
    <>
      <DataTable
        label="points whose answer changes"
        columns={columns}
        rows={rows}
        rowKey={({ number }) => number}
        empty={<p>No point with a changed answer was found.</p>}
      />
      <PageLinks label="points" page={page} last={last} hrefOf={hrefOf} />
    </>
  );
}

function placeOf({ x, y, number, technology, kind }: Row) {
  const place = { ...pointOfUnits({ x, y }), technology, words: `point ${number}, ${technology} ${kind}` };
  return <ShowOnMap place={place}>{`${degreesText(y)}, ${degreesText(longitudeOf({ x }))}`}</ShowOnMap>;
}

function wordsOf(before: unknown, after: unknown, side: 'before' | 'after') {
  return answerChanges(before, after).map((change) => (
    <div key={change.technology}>
      <strong>{change.technology}:</strong> {change[side]}
    </div>
  ));
}
