import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Fold } from '#components/admin/Section.tsx';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { totalOf } from '#lib/broadband/measure/area-figures.ts';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import { counted } from '#lib/counted.ts';
import { areaFigure } from '#lib/words/areas.ts';
import { isChanged } from '#lib/words/coverage/version-summary.ts';
import styles from './AreaTable.module.css';

interface Row extends ComparedArea {
  readonly layers: number;
  readonly offers: number;
  readonly parts: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'Technology and its providers', render: nameOf },
  { key: 'gained', title: 'Gained, km²', isNumber: true, render: (row) => areaFigure(row.gained) },
  { key: 'lost', title: 'Lost, km²', isNumber: true, render: (row) => areaFigure(row.lost) },
  { key: 'unchanged', title: 'Unchanged, km²', isNumber: true, render: (row) => areaFigure(row.unchanged) },
  {
    key: 'altered',
    title: 'Unchanged area with other offers',
    isNumber: true,
    render: (row) => areaFigure(row.altered),
  },
  { key: 'before', title: 'Before, km²', isNumber: true, render: (row) => areaFigure(totalOf(row.before)) },
  { key: 'after', title: 'After, km²', isNumber: true, render: (row) => areaFigure(totalOf(row.after)) },
  { key: 'soon', title: 'Underway, planned', isNumber: true, render: ({ after }) => soonOf(after) },
  { key: 'layers', title: 'Layers', isNumber: true, render: ({ layers }) => grouped(layers) },
  { key: 'offers', title: 'Offers', isNumber: true, render: ({ offers }) => grouped(offers) },
  { key: 'parts', title: 'Polygons', isNumber: true, render: ({ parts }) => grouped(parts) },
];

/** What a version changes, by technology and provider: areas and counts. Providers, and technologies without a change, are folded. */
export function AreaTable({ comparison, layers }: Pick<VersionDetails, 'comparison' | 'layers'>) {
  if (comparison === undefined) return null;
  const technologies = [...new Set(comparison.areas.map(({ technology }) => technology))];
  // each technology is followed by its providers
  const areas = technologies.flatMap((name) => comparison.areas.filter(({ technology }) => technology === name));
  const rows = areas.map((area): Row => {
    const own = layers.filter(
      ({ technology, provider }) =>
        technology === area.technology && (area.provider === null || provider === area.provider),
    );
    const sum = (of: (layer: (typeof own)[number]) => number) => own.reduce((total, layer) => total + of(layer), 0);
    return { ...area, layers: own.length, offers: sum(({ offers }) => offers), parts: sum(({ parts }) => parts) };
  });
  const changing = new Set(rows.filter(isChanged).map(({ technology }) => technology));
  const changed = rows.filter(({ technology }) => changing.has(technology));
  const others = rows.filter(({ technology }) => !changing.has(technology));
  return (
    <>
      <Areas label="areas" rows={changed.filter(({ provider }) => provider === null)} />
      {changed.length > 0 && (
        <Fold title="Also by provider">
          <Areas label="areas by provider" rows={changed} />
        </Fold>
      )}
      {others.length > 0 && (
        <Fold title={`${counted(technologies.length - changing.size, 'technology', 'technologies')} without a change`}>
          <Areas label="unchanged areas" rows={others} />
        </Fold>
      )}
    </>
  );
}

function Areas({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ technology, provider }) => JSON.stringify([technology, provider])}
      empty={<p>No area changes.</p>}
    />
  );
}

function nameOf({ technology, provider }: Row) {
  return <span className={styles.name}>{provider === null ? <strong>{technology}</strong> : provider}</span>;
}

function soonOf({ Underway, Planned }: Row['after']): string {
  return `${areaFigure(Underway)}, ${areaFigure(Planned)}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-NZ');
}
