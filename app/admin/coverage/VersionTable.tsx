import { Group } from '@mantine/core';
import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import { DownloadLink } from '#components/admin/LinkButton.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Section } from '#components/admin/Section.tsx';
import { getLosses } from '#db/broadband/comparisons.ts';
import { getPublishedId, listVersions } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { offsetOf } from '#db/page.ts';
import { exportFormats } from '#lib/broadband/export/exported-version.ts';
import { confirmationOf, type LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { lossWords } from '#lib/words/areas.ts';
import { outdatedWords } from '#lib/words/coverage/coverage.ts';
import { KeepButton, RollBackButton, VersionButtons } from './VersionButtons.tsx';
import {
  type Keeping,
  keepingOf,
  matchingVersions,
  type VersionOfList,
  VersionState,
  versionList,
} from './version-list.tsx';

interface Row extends VersionOfList {
  readonly publishedId: number | undefined;
  readonly losses: readonly LargeLoss[] | undefined;
  readonly isBase: boolean;
}

const columns: readonly Column<Row>[] = [
  { key: 'version', title: 'Version', render: linkOf },
  { key: 'state', title: 'State', render: (row) => <VersionState {...row} /> },
  { key: 'from', title: 'From', render: ({ note }) => note },
  { key: 'who', title: 'Made by', render: ({ madeBy }) => madeBy || '–' },
  { key: 'made', title: 'Made', render: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'base', title: 'Made on', isNumber: true, render: ({ baseId }) => baseId ?? '–' },
  { key: 'areas', title: 'Areas', isNumber: true, render: ({ parts }) => parts.toLocaleString('en-NZ') },
];

const actions: Column<Row> = {
  key: 'actions',
  title: 'Change',
  render: ({ isBase, ...row }) => <VersionActions {...row} canDelete={!isBase} keeping={keepingOf(row)} />,
};

interface VersionTableProps {
  readonly reader: Connection;
  readonly mayEdit: boolean;
  readonly params: SearchParams;
}

/** The versions that match the filters, newest first, with what can be done with each. */
export function VersionTable({ reader, mayEdit, params }: VersionTableProps) {
  const list = readList(params, versionList);
  const { query } = list;
  const matching = matchingVersions(reader, query);
  const { limit, offset } = offsetOf(query);
  return (
    <StaffList
      list={list}
      columns={mayEdit ? [...columns, actions] : columns}
      page={{ rows: rowsOf(reader, matching.slice(offset, offset + limit)), total: matching.length }}
      exportPath="/admin/export/versions"
      empty="No coverage yet: import a file."
    />
  );
}

function rowsOf(reader: Connection, versions: readonly VersionOfList[]): Row[] {
  const publishedId = getPublishedId(reader.db);
  const bases = new Set(
    listVersions(reader).flatMap(({ publishedAt, baseId }) => (publishedAt === null ? [baseId] : [])),
  );
  return versions.map((version) => ({
    ...version,
    publishedId,
    losses: version.publishedAt === null ? getLosses(reader.db, version.id) : [],
    isBase: bases.has(version.id),
  }));
}

function linkOf({ id }: Row) {
  return (
    <Link prefetch={false} href={`/admin/coverage/versions/${id}`}>
      Version&nbsp;{id}
    </Link>
  );
}

interface VersionActionsProps {
  readonly id: number;
  readonly baseId: number | null;
  readonly publishedId: number | undefined;
  readonly isPublished: boolean;
  readonly isOutdated: boolean;
  /** Undefined until they are measured: publishing it measures them first. */
  readonly losses: readonly LargeLoss[] | undefined;
  /** What it changes, in a sentence, if that is measured. */
  readonly summary?: string | undefined;
  readonly canDelete: boolean;
  /** Whether it is kept, if that can be changed. */
  readonly keeping?: Keeping | undefined;
  /** Whether the screen is about this version. */
  readonly isProminent?: boolean;
}

/** What an editor can do with a version. */
export function VersionActions({
  id,
  isPublished,
  isOutdated,
  canDelete,
  isProminent,
  summary,
  ...given
}: VersionActionsProps) {
  const { baseId, publishedId } = given;
  const losses = given.losses ?? [];
  const common = { versionId: id, isProminent: isProminent === true };
  const keep = given.keeping !== undefined && <KeepButton versionId={id} {...given.keeping} />;
  if (isPublished)
    return (
      <Group gap="xs" wrap="nowrap">
        <RollBackButton {...common} />
        {keep}
      </Group>
    );
  const typed = confirmationOf(losses);
  const outdated = isOutdated ? outdatedWords({ versionId: id, baseId, publishedId }) : undefined;
  const waiting = { ...common, outdated, losses: lossWords(losses), typed, canDelete, summary };
  return (
    <Group gap="xs" wrap="nowrap">
      <VersionButtons {...waiting} />
      {keep}
    </Group>
  );
}

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
