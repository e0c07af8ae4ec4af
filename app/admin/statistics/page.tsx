import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { type AreaSet, listAreaSets } from '#db/statistics/area-sets.ts';
import { type AreaMeasurement, presentMeasurement } from '#db/statistics/figures.ts';
import { settings } from '#lib/env.ts';
import { AreasForm } from './AreasForm.tsx';
import { removeAreaSet } from './actions.ts';

export const metadata: Metadata = { title: 'Figures' };

interface Row extends AreaSet {
  readonly measurement: AreaMeasurement | undefined;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Areas',
    render: ({ name, slug, measurement }) =>
      measurement === undefined ? name : <a href={`/statistics/${slug}`}>{name}</a>,
  },
  { key: 'file', title: 'File', render: ({ source }) => source },
  { key: 'attribution', title: 'Whose', render: ({ attribution }) => attribution },
  { key: 'imported', title: 'Imported', render: ({ importedAt }) => <Instant at={importedAt} /> },
  {
    key: 'measured',
    title: 'Figures of',
    render: ({ measurement }) =>
      measurement === undefined ? (
        'Not measured yet'
      ) : (
        <Link prefetch={false} href={`/admin/coverage/versions/${measurement.versionId}`}>
          Version {measurement.versionId}
        </Link>
      ),
  },
];

const remove: Column<Row> = {
  key: 'remove',
  title: 'Remove',
  render: ({ name }) => (
    <ConfirmButton
      label="Remove"
      description={`Remove ${name}`}
      question={`Remove ${name}?`}
      detail="Its figures are removed too, of all versions. That cannot be undone."
      action={removeAreaSet.bind(null, name)}
    />
  ),
};

/** The areas of which the public pages show figures. */
export default async function StatisticsPage() {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const rows = listAreaSets(reader).map((set) => ({ ...set, measurement: presentMeasurement(reader, set.id) }));
  return (
    <AdminPage
      title="Figures"
      intro="How much of each area, such as a district, is reached. The figures are made after each publication, for everybody to see."
    >
      <Section title="Areas">
        <DataTable
          label="areas"
          columns={mayEdit ? [...columns, remove] : columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={<p>No areas are loaded, so there are no public figures.</p>}
        />
      </Section>
      {mayEdit && (
        <Section title="Load areas" intro="The command “areas import” does the same.">
          <AreasForm mostBytes={settings().maxUploadBytes} />
        </Section>
      )}
    </AdminPage>
  );
}
