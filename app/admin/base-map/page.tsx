import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { ConfirmButton, StartJobButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { getBaseMap } from '#db/base-map/base-map.ts';
import { type Connection, connections } from '#db/client.ts';
import { getList } from '#db/places/lists.ts';
import { settings } from '#lib/env.ts';
import { linzLicence } from '#lib/places/lists/sources.ts';
import { placeLists } from '#lib/places/place.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { mapLicenceWords } from '#lib/words/base-map.ts';
import { listNames } from '#lib/words/places.ts';
import { fetchBaseMap, removeBaseMap } from './actions.ts';
import { UploadForm } from './UploadForm.tsx';

export const metadata: Metadata = { title: 'Map' };

interface Row {
  readonly part: string;
  /** The name of the file; undefined while nothing is loaded. */
  readonly source: string | undefined;
  /** Whose it is, and its licence; empty while nothing is loaded. */
  readonly licence: string;
  readonly size: string;
  readonly importedAt: number | undefined;
}

const columns: readonly Column<Row>[] = [
  { key: 'part', title: 'Part', render: ({ part }) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}` },
  { key: 'source', title: 'File', render: ({ source }) => source ?? 'Not loaded' },
  { key: 'licence', title: 'Licence', render: ({ licence }) => licence },
  { key: 'size', title: 'Size', render: ({ size }) => size },
  {
    key: 'imported',
    title: 'Imported',
    render: ({ importedAt }) => (importedAt === undefined ? '' : <Instant at={importedAt} />),
  },
];

/** What the public map is made of, apart from the built-in coast, and where to load the rest. */
export default async function MapPage() {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const baseMap = getBaseMap(reader);
  return (
    <AdminPage
      title="Map"
      intro="The public map has coasts, lakes and rivers of its own. Streets and names come from these files."
    >
      <Section title="What is loaded">
        <DataTable
          label="files of the map"
          columns={columns}
          rows={rowsOf(reader)}
          rowKey={({ part }) => part}
          empty=""
        />
      </Section>
      {mayEdit && (
        <Section title="Fetch a street map" intro={fetchIntro()}>
          <StartJobButton
            label="Fetch"
            description="Fetch a street map"
            question="Fetch a street map?"
            detail="It is a few hundred megabytes, and replaces the one before when it is complete."
            start={fetchBaseMap}
          />
        </Section>
      )}
      {mayEdit && (
        <Section
          title="Load a file"
          intro="docs/map.md says where to get each of them. Without a street map, addresses are shown as dots from close up. The commands “basemap import” and “places import” do the same."
        >
          <UploadForm mostBytes={settings().maxUploadBytes} />
        </Section>
      )}
      {mayEdit && baseMap !== undefined && (
        <Section title="Remove the street map">
          <ConfirmButton
            label="Remove"
            description={`Remove ${baseMap.source}`}
            question={`Remove ${baseMap.source}?`}
            detail="The built-in map is shown instead."
            action={removeBaseMap}
          />
        </Section>
      )}
    </AdminPage>
  );
}

function fetchIntro(): string {
  const { baseMapUrl } = settings();
  const source = baseMapUrl === undefined ? 'Protomaps’ newest build of OpenStreetMap' : new URL(baseMapUrl).host;
  return `The server reads the tiles of New Zealand and the Chatham Islands from ${source}. If that breaks off, the next fetch goes on there. The command “basemap fetch” does the same.`;
}

function rowsOf(reader: Connection): Row[] {
  const baseMap = getBaseMap(reader);
  const streets: Row = {
    part: 'street map',
    source: settings().streetMap === undefined ? baseMap?.source : 'TILE_URL',
    licence: baseMap === undefined ? '' : mapLicenceWords(baseMap.attribution),
    size: baseMap === undefined ? '' : sizeWords(baseMap.bytes),
    importedAt: baseMap?.importedAt,
  };
  const lists = placeLists.map((list): Row => {
    const stored = getList(reader, list);
    const size = stored === undefined ? '' : `${stored.entries.toLocaleString('en-NZ')} entries`;
    const licence = stored === undefined || list === 'aliases' || stored.isDemonstration ? '' : `LINZ, ${linzLicence}`;
    return { part: listNames[list], source: stored?.source, licence, size, importedAt: stored?.importedAt };
  });
  return [streets, ...lists];
}
