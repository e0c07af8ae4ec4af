import { Group } from '@mantine/core';
import { DownloadLink } from '#components/admin/DownloadLink.tsx';
import { Section } from '#components/admin/Section.tsx';
import { exportFormats } from '#lib/broadband/export/exported-version.ts';

const formatWords = { geojson: 'GeoJSON', gpkg: 'GeoPackage', csv: 'Offers as CSV' } as const;

/** Downloads of a version that is or was published. */
export function Downloads({ versionId }: { readonly versionId: number }) {
  return (
    <Section title="Download" intro={`Version ${versionId} as a file that names its sources.`}>
      <Group>
        {(Object.keys(exportFormats) as (keyof typeof exportFormats)[]).map((format) => (
          <DownloadLink key={format} href={`/admin/coverage/versions/${versionId}/download?format=${format}`}>
            {formatWords[format]}
          </DownloadLink>
        ))}
      </Group>
    </Section>
  );
}
