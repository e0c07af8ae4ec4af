import { type ExportedList, mapRows } from '#app/admin/export/exported-list.ts';
import { readList } from '#components/admin/lists/list-state.ts';
import { State } from '#components/admin/State.tsx';
import type { LayerAge } from '#db/broadband/freshness.ts';
import {
  type CoverageVersion,
  getPublishedId,
  isKeptVersion,
  type ListedVersion,
  listVersions,
} from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { counted } from '#lib/counted.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of the versions of the coverage. */
export const versionList = {
  path: '/admin/coverage',
  what: 'versions',
  filters: {
    search: { label: 'Search', placeholder: 'File or person' },
    state: {
      label: 'State',
      choices: { published: 'Published', ready: 'Ready', outdated: 'Outdated', past: 'Was published' },
    },
  },
} as const;

type VersionFilter = Pick<ReturnType<typeof readList<never, typeof versionList.filters>>['query'], 'search' | 'state'>;

/** A complete version, and how it is to the published one. */
export interface VersionOfList extends ListedVersion {
  readonly isOutdated: boolean;
}

/** The complete versions that match, newest first. */
export function matchingVersions(reader: Connection, { search, state }: VersionFilter): VersionOfList[] {
  const publishedId = getPublishedId(reader.db);
  const part = search.toLowerCase();
  return listVersions(reader)
    .filter((version) => version.state === 'ready')
    .map((version) => ({
      ...version,
      isOutdated: version.publishedAt === null && (version.baseId ?? undefined) !== publishedId,
    }))
    .filter(
      (version) =>
        (state === undefined || stateOf(version) === state) &&
        [version.note, version.madeBy].some((text) => text.toLowerCase().includes(part)),
    );
}

function stateOf({ isPublished, isOutdated, publishedAt }: VersionOfList): VersionFilter['state'] {
  if (isPublished) return 'published';
  if (isOutdated) return 'outdated';
  return publishedAt === null ? 'ready' : 'past';
}

export const exportedVersions: ExportedList = {
  role: 'viewer',
  rows: (reader, params) =>
    mapRows(matchingVersions(reader, readList(params, versionList).query), (version) => {
      const { id, note, madeBy, baseId, layers, parts, createdAt, publishedAt, kept } = version;
      return {
        id,
        state: stateOf(version) ?? null,
        from: note,
        madeBy,
        madeOn: baseId,
        layers,
        areas: parts,
        made: isoAuckland(createdAt),
        published: isoAuckland(publishedAt),
        kept: isKeptVersion(kept),
      };
    }),
};

/** Whether a version is kept so that it answers as of its time. */
export interface Keeping {
  readonly isKept: boolean;
}

/** The same, of a version for which it can be changed. */
export function keepingOf({ publishedAt, indexBytes, kept }: CoverageVersion): Keeping | undefined {
  const isKept = isKeptVersion(kept);
  return publishedAt !== null && (isKept || indexBytes !== null) ? { isKept } : undefined;
}

interface VersionStateProps {
  readonly isPublished: boolean;
  readonly isOutdated: boolean;
  readonly publishedAt: number | null;
  readonly kept: ListedVersion['kept'];
}

/** The state of a version. */
export function VersionState({ isPublished, isOutdated, publishedAt, kept }: VersionStateProps) {
  const andKept = isKeptVersion(kept) ? ', kept' : '';
  if (isPublished) return <State kind="good">{`Published${andKept}`}</State>;
  if (isOutdated) return <State kind="soon">Outdated</State>;
  return publishedAt === null ? (
    <State kind="soon">Ready</State>
  ) : (
    <State kind="plain">{`Was published${andKept}`}</State>
  );
}

/** How old a layer's data are, and whether they are flagged as old. */
export function AgeWords({ age: { days, isFlagged } }: { readonly age: LayerAge }) {
  const words = days === 0 ? 'today' : counted(days, 'day');
  return <State kind={isFlagged ? 'soon' : 'plain'}>{`${words}${isFlagged ? ', old' : ''}`}</State>;
}
