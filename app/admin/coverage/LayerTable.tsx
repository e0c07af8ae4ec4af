import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ageOf, getFlaggedAfterDays, type LayerAge } from '#db/broadband/policy.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { shortDay } from '#lib/time/date-words.ts';
import { layerWords } from '#lib/words/coverage/coverage.ts';
import { AgeWords } from './AgeWords.tsx';
import { RetireButton } from './VersionButtons.tsx';

interface Row extends VersionLayer {
  readonly age: LayerAge;
}

const columns: readonly Column<Row>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => technology },
  { key: 'provider', title: 'Provider', render: ({ provider }) => provider },
  { key: 'delivery', title: 'Delivery', render: ({ delivery }) => delivery },
  { key: 'source', title: 'File', render: ({ source }) => source },
  { key: 'asOf', title: 'As of', render: ({ asOf }) => (asOf === null ? '–' : shortDay(asOf)) },
  {
    key: 'age',
    title: 'Age',
    render: ({ age }) => <AgeWords age={age} />,
  },
  { key: 'areas', title: 'Areas', isNumber: true, render: ({ parts }) => parts.toLocaleString('en-NZ') },
];

const actions: Column<Row> = {
  key: 'actions',
  title: 'Change',
  render: (layer) => <RetireButton layerId={layer.id} name={layerWords(layer)} />,
};

/** The layers of the published version, with the age of their data. */
export function LayerTable(props: { readonly reader: Connection; readonly mayEdit: boolean; readonly nowMs: number }) {
  const { db } = props.reader;
  const flaggedAfterDays = getFlaggedAfterDays(db);
  const rows = layersOf(db, getPublishedId(db)).map((layer) => ({
    ...layer,
    age: ageOf(layer, flaggedAfterDays, props.nowMs),
  }));
  return (
    <DataTable
      label="layers"
      columns={props.mayEdit ? [...columns, actions] : columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p>Nothing is published, so every answer is “Not Available”.</p>}
    />
  );
}
