import Link from 'next/link';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { getProvider } from '#db/broadband/providers.ts';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { connections } from '#db/client.ts';
import { number } from '#lib/broadband/import/report-words.ts';
import { dayWords } from '#lib/time/date-words.ts';

/** Where a version comes from. */
export function VersionFacts({ details }: { readonly details: VersionDetails }) {
  const { version, layers, reading } = details;
  const { baseId, source, sha256, bytes, note, madeBy, providerId, createdAt, publishedAt } = version;
  const days = new Set(
    layers.filter(({ isNew }) => isNew).map(({ asOf }) => (asOf === null ? 'no date given' : dayWords(asOf))),
  );
  return (
    <Facts
      facts={[
        ['Made on', baseId === null ? 'nothing: it was the first version' : <BaseLink key="base" id={baseId} />],
        ...(providerId === null ? [] : [['Delivered by', providerName(providerId)] as const]),
        ['Made by', madeBy],
        ['Made', <Instant key="made" at={createdAt} />],
        ...(publishedAt === null ? [] : [['Last published', <Instant key="published" at={publishedAt} />] as const]),
        ...(source === null ? [['Description', note] as const] : []),
        ...(source === null ? [] : [['File', source] as const]),
        ...(bytes === null ? [] : [['Size of the file', `${number(bytes)} bytes`] as const]),
        ...(sha256 === null ? [] : [['SHA-256 of the file', sha256] as const]),
        ...(days.size === 0 ? [] : [['Data as of', [...days].join(', ')] as const]),
        ...(reading === undefined
          ? []
          : [
              ['Accuracy', accuracyWords(reading.projection.accuracyMetres)] as const,
              ['Format', reading.format] as const,
            ]),
      ]}
    />
  );
}

function providerName(id: number): string {
  return getProvider(connections().reader, id)?.name ?? `provider ${id}`;
}

function BaseLink({ id }: { readonly id: number }) {
  return (
    <Link prefetch={false} href={`/admin/coverage/versions/${id}`}>
      Version {id}
    </Link>
  );
}

/** Rounding to whole units moves a position by at most 8 mm, in any reference system. */
function accuracyWords(metres: number): string {
  return metres === 0 ? 'as in the file, within 1 cm' : `within ${metres} m of WGS 84`;
}
