import { getPublishedId, getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { readTileSets } from '#db/tiles/tile-sets.ts';
import { processWide } from '#lib/process-wide.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';

interface PublishedSets {
  readonly versionId: number;
  readonly sets: ReadonlyMap<number, TileSet>;
}

const publishedSets = () =>
  processWide('published-tile-sets', () => ({
    technologies: new GenerationCache('technologies', () => ({})),
    coverage: new GenerationCache('coverage', (_connection, { value }) => ({ versionId: value })),
    madeFrom: [] as readonly unknown[],
    sets: undefined as PublishedSets | undefined,
  }));

/** The tiles of the published version, by `set_id`; empty ones of version 0 while nothing is published. */
export function publishedTileSets(): PublishedSets {
  const cache = publishedSets();
  const { reader } = connections();
  const technologies = cache.technologies.get(reader);
  const version = cache.coverage.get(reader);
  if (cache.sets === undefined || cache.madeFrom[0] !== technologies || cache.madeFrom[1] !== version) {
    const sets = readTileSets(reader, version.versionId);
    const all = { versionId: version.versionId, sets };
    // layers that are not drawn yet will be, without a change of the published version
    if ([...sets.values()].some(({ isDrawn }) => !isDrawn)) return all;
    cache.sets = all;
    cache.madeFrom = [technologies, version];
  }
  return cache.sets;
}

/**
 * The tiles of a version that is ready, by `set_id`, and whether everybody may see it; undefined when the version does not
 * exist.
 */
export function tileSetsOfVersion(
  versionId: number,
): { readonly sets: ReadonlyMap<number, TileSet>; readonly isPublic: boolean } | undefined {
  const published = publishedTileSets();
  if (versionId !== 0 && published.versionId === versionId) return { sets: published.sets, isPublic: true };
  const { reader } = connections();
  if (getVersion(reader.db, versionId)?.state !== 'ready') return undefined;
  // the cache may be some milliseconds old
  return { sets: readTileSets(reader, versionId), isPublic: getPublishedId(reader.db) === versionId };
}
