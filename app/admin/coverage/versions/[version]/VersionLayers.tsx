import { AgeWords } from '#app/admin/coverage/version-list.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Fold } from '#components/admin/Section.tsx';
import { State } from '#components/admin/State.tsx';
import type { DetailedLayer, VersionDetails } from '#db/broadband/version-details.ts';
import type { VersionLayer } from '#db/broadband/versions.ts';
import { counted } from '#lib/counted.ts';
import { shortDay } from '#lib/time/date-words.ts';

type Row =
  | (DetailedLayer & { readonly state: 'new' | 'kept' })
  | (VersionLayer & { readonly state: 'removed'; readonly offers?: undefined; readonly age?: undefined });

const columns: readonly Column<Row>[] = [
  { key: 'state', title: 'State', render: stateOf },
  { key: 'technology', title: 'Technology', render: ({ technology }) => technology },
  { key: 'provider', title: 'Provider', render: ({ provider }) => provider },
  { key: 'delivery', title: 'Delivery', render: ({ delivery }) => delivery },
  { key: 'source', title: 'File', render: ({ source }) => source },
  { key: 'asOf', title: 'As of', render: ({ asOf }) => (asOf === null ? '–' : shortDay(asOf)) },
  { key: 'age', title: 'Age', render: ({ age }) => (age === undefined ? '–' : <AgeWords age={age} />) },
  { key: 'offers', title: 'Offers', isNumber: true, render: ({ offers }) => offers?.toLocaleString('en-NZ') ?? '–' },
  { key: 'parts', title: 'Polygons', isNumber: true, render: ({ parts }) => parts.toLocaleString('en-NZ') },
  { key: 'vertices', title: 'Vertices', isNumber: true, render: ({ vertices }) => vertices.toLocaleString('en-NZ') },
];

/** The layers that a version adds and removes, and those that it keeps. */
export function VersionLayers({ layers, removedLayers }: Pick<VersionDetails, 'layers' | 'removedLayers'>) {
  const changed: Row[] = [
    ...layers.filter(({ isNew }) => isNew).map((layer) => ({ ...layer, state: 'new' as const })),
    ...removedLayers.map((layer) => ({ ...layer, state: 'removed' as const })),
  ];
  const kept = layers.filter(({ isNew }) => !isNew).map((layer) => ({ ...layer, state: 'kept' as const }));
  const shared = { columns, rowKey: ({ id }: Row) => id } as const;
  return (
    <>
      {changed.length > 0 && (
        <Fold title={`${counted(changed.length, 'layer')} added or removed`}>
          <DataTable {...shared} label="layers" rows={changed} empty={null} />
        </Fold>
      )}
      {kept.length > 0 && (
        <Fold title={`${counted(kept.length, 'layer')} kept from before`}>
          <DataTable {...shared} label="kept layers" rows={kept} empty={null} />
        </Fold>
      )}
    </>
  );
}

function stateOf({ state }: Row) {
  if (state === 'kept') return <State kind="plain">Kept</State>;
  return state === 'new' ? <State kind="good">New</State> : <State kind="ended">Removed</State>;
}
