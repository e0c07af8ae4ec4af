import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { getLosses } from '#db/broadband/comparisons.ts';
import { getPublishedId, type ListedVersion, listVersions } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { VersionActions } from './VersionActions.tsx';
import { VersionState } from './VersionState.tsx';

interface Row extends ListedVersion {
  readonly isOutdated: boolean;
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
  render: ({ isBase, ...row }) => <VersionActions {...row} canDelete={!isBase} />,
};

/** All versions, newest first, with what can be done with each. */
export function VersionTable({ reader, mayEdit }: { readonly reader: Connection; readonly mayEdit: boolean }) {
  return (
    <DataTable
      label="versions"
      columns={mayEdit ? [...columns, actions] : columns}
      rows={rowsOf(reader)}
      rowKey={({ id }) => id}
      empty={<p>No coverage yet: import a file.</p>}
    />
  );
}

function rowsOf(reader: Connection): Row[] {
  const publishedId = getPublishedId(reader.db);
  const versions = listVersions(reader).filter(({ state }) => state === 'ready');
  return versions.map((version) => {
    const isWaiting = version.publishedAt === null;
    return {
      ...version,
      publishedId,
      isOutdated: isWaiting && (version.baseId ?? undefined) !== publishedId,
      losses: isWaiting ? getLosses(reader.db, version.id) : [],
      isBase: versions.some((other) => other.baseId === version.id && other.publishedAt === null),
    };
  });
}

function linkOf({ id }: Row) {
  return (
    <Link prefetch={false} href={`/admin/coverage/versions/${id}`}>
      Version&nbsp;{id}
    </Link>
  );
}
