import { ShowOnMap } from '#components/admin/changes-map/ShowOnMap.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { type ChangedTown, changedTowns } from '#lib/map/layers/changed-places.ts';
import { areaFigure } from '#lib/words/areas.ts';
import { PageLinks, pageOf } from './PageLinks.tsx';

const columns: readonly Column<ChangedTown>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => technology },
  {
    key: 'town',
    title: 'Nearest town',
    render: ({ technology, town, at }) => (
      <ShowOnMap place={{ ...at, technology, words: `where ${technology} changes most near ${town}` }}>
        {town}
      </ShowOnMap>
    ),
  },
  { key: 'gained', title: 'Gained, km²', isNumber: true, render: ({ gained }) => area(gained) },
  { key: 'lost', title: 'Lost, km²', isNumber: true, render: ({ lost }) => area(lost) },
  { key: 'altered', title: 'Other offers, km²', isNumber: true, render: ({ altered }) => area(altered) },
];

/** How many are shown at once. */
const townsShown = 4;

interface ChangedTownTableProps {
  readonly comparison: Comparison;
  /** As the address has it. */
  readonly page: unknown;
  readonly hrefOf: (page: number) => string;
}

/** Where a version changes something, by the nearest town. */
export function ChangedTownTable({ comparison, page: asked, hrefOf }: ChangedTownTableProps) {
  const { page, last, rows } = pageOf(changedTowns(comparison.changedCells), asked, townsShown);
  return (
    <>
      <DataTable
        label="changes by town"
        columns={columns}
        rows={rows}
        rowKey={({ technology, town }) => `${technology} ${town}`}
        empty={<p>Nothing changes.</p>}
      />
      <PageLinks label="changes by town" page={page} last={last} hrefOf={hrefOf} />
    </>
  );
}

function area(squareKilometres: number): string {
  if (squareKilometres === 0) return '–';
  if (squareKilometres < 0.005) return '< 0.01';
  return areaFigure(squareKilometres);
}
