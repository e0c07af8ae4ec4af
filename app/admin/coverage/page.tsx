import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { connections } from '#db/client.ts';
import { getFlaggedAfterDays } from '#db/coverage-policy.ts';
import { getPublishedId } from '#db/coverage-versions.ts';
import { isRoleEnough } from '#lib/access/staff/role.ts';
import { exportFormats } from '#lib/broadband/export/export-format.ts';
import { now } from '#lib/clock.ts';
import { AdminPage } from '../../../components/admin/AdminPage.tsx';
import { DownloadLink } from '../../../components/admin/DownloadLink.tsx';
import { LinkButton } from '../../../components/admin/LinkButton.tsx';
import { Section } from '../../../components/admin/Section.tsx';
import { requireStaff } from '../guard.ts';
import { LayerTable } from './LayerTable.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { VersionTable } from './VersionTable.tsx';

export const metadata: Metadata = { title: 'Coverage' };

const formatWords = { geojson: 'GeoJSON', gpkg: 'GeoPackage', csv: 'Offers as CSV' } as const;

export default async function CoveragePage() {
  const { role } = await requireStaff();
  const mayEdit = isRoleEnough(role, 'editor');
  const { reader } = connections();
  const publishedId = getPublishedId(reader.db);
  return (
    <AdminPage
      title="Coverage"
      intro="Every import makes a version on top of what is published. Publishing one, and going back, is one step."
      {...(mayEdit ? { actions: <LinkButton href="/admin/coverage/import">Import a file</LinkButton> } : {})}
    >
      <Section title="Versions">
        <VersionTable reader={reader} mayEdit={mayEdit} />
      </Section>
      <Section title="What is published" intro="A layer is one delivery of a provider for a technology.">
        <LayerTable reader={reader} mayEdit={mayEdit} nowMs={now()} />
        {mayEdit && <PolicyForm flaggedAfterDays={getFlaggedAfterDays(reader.db)} />}
      </Section>
      {publishedId !== undefined && (
        <Section title="Download" intro={`Version ${publishedId} as a file, with its sources named.`}>
          <Group>
            {(Object.keys(exportFormats) as (keyof typeof exportFormats)[]).map((format) => (
              <DownloadLink key={format} href={`/admin/coverage/versions/${publishedId}/download?format=${format}`}>
                {formatWords[format]}
              </DownloadLink>
            ))}
          </Group>
        </Section>
      )}
    </AdminPage>
  );
}
