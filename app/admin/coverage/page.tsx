import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { FoldedOnPhone } from '#components/admin/lists/FoldedOnPhone.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { ageOf, getFlaggedAfterDays, type LayerAge } from '#db/broadband/freshness.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import { type Connection, connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { shortDay } from '#lib/time/date-words.ts';
import { layerWords } from '#lib/words/coverage/coverage.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { RetireButton } from './VersionButtons.tsx';
import { Downloads, VersionTable } from './VersionTable.tsx';
import { AgeWords } from './version-list.tsx';

export const metadata: Metadata = { title: 'Coverage' };

export default async function CoveragePage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const publishedId = getPublishedId(reader.db);
  return (
    <AdminPage
      title="Coverage"
      intro="Every import makes a version on top of the published one. You can publish a version, and roll back, in one step."
      {...(mayEdit ? { actions: <LinkButton href="/admin/coverage/import">Import a file</LinkButton> } : {})}
    >
      <Section title="Versions">
        <VersionTable reader={reader} mayEdit={mayEdit} params={await searchParams} />
      </Section>
      <FoldedOnPhone more="Show the published layers and downloads">
        <div data-more>
          <Section title="Published layers" intro="A layer is one delivery of a provider for a technology.">
            <LayerTable reader={reader} mayEdit={mayEdit} nowMs={now()} />
            {mayEdit && (
              <PolicyForm opened={{ revision, fields: { flaggedAfterDays: getFlaggedAfterDays(reader.db) } }} />
            )}
          </Section>
          {publishedId !== undefined && <Downloads versionId={publishedId} />}
        </div>
      </FoldedOnPhone>
    </AdminPage>
  );
}

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
function LayerTable(props: { readonly reader: Connection; readonly mayEdit: boolean; readonly nowMs: number }) {
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
