import Link from 'next/link';
import { ShowOnMap } from '#components/admin/changes-map/ShownPlace.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { answerChanges } from '#lib/broadband/answer-change.ts';
import type { ChangedAnswer } from '#lib/broadband/measure/comparison.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { pointOfUnits } from '#lib/map/layers/changed-places.ts';
import styles from './SampleTable.module.css';

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

interface PageLinksProps {
  /** What the list has, for screen readers. */
  readonly label: string;
  readonly page: number;
  /** How many pages there are. */
  readonly last: number;
  /** The address of a page of the list. */
  readonly hrefOf: (page: number) => string;
}

/** The page that the address asks for, counted from 1; the first if that makes no sense. */
export function pageOf<Row>(rows: readonly Row[], asked: unknown, rowsShown: number) {
  const last = Math.max(1, Math.ceil(rows.length / rowsShown));
  const page = typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Math.min(Number(asked), last) : 1;
  return { page, last, rows: rows.slice((page - 1) * rowsShown, page * rowsShown) };
}

/** Links to the other pages of a list; nothing if there is only one. */
export function PageLinks({ label, page, last, hrefOf }: PageLinksProps) {
  if (last <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={`Pages of ${label}`}>
      <span>
        Page {page} of {last.toLocaleString('en-NZ')}
      </span>
      {page > 1 && (
        <Link href={hrefOf(page - 1)} prefetch={false} scroll={false}>
          Previous page
        </Link>
      )}
      {page < last && (
        <Link href={hrefOf(page + 1)} prefetch={false} scroll={false}>
          Next page
        </Link>
      )}
    </nav>
  );
}
