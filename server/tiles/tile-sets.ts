import { getPublishedId, getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { readTileSets } from '#db/tiles/tile-sets.ts';
import { processWide } from '#lib/process-wide.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';

interface HeldSets {
  readonly versionId: number;
  readonly sets: ReadonlyMap<number, TileSet>;
}

const published = () =>
  processWide('published-tile-sets', () => ({
    technologies: new GenerationCache('technologies', () => ({})),
    coverage: new GenerationCache('coverage', (_connection, { value }) => ({ versionId: value })),
    madeFrom: [] as readonly unknown[],
    sets: undefined as HeldSets | undefined,
  }));

/** The tiles of the published version, by `set_id`; of version 0, without anything on them, while none is. */
export function publishedTileSets(): HeldSets {
  const held = published();
  const { reader } = connections();
  const technologies = held.technologies.get(reader);
  const version = held.coverage.get(reader);
  if (held.sets === undefined || held.madeFrom[0] !== technologies || held.madeFrom[1] !== version) {
    const sets = readTileSets(reader, version.versionId);
    const all = { versionId: version.versionId, sets };
    // layers that are not drawn yet will be, without any change of what is published
    if ([...sets.values()].some(({ isDrawn }) => !isDrawn)) return all;
    held.sets = all;
    held.madeFrom = [technologies, version];
  }
  return held.sets;
}

/**
 * The tiles of one version that is ready, by `set_id`, and whether everybody may see it; undefined when there is none of
 * that number.
 */
export function tileSetsOfVersion(
  versionId: number,
): { readonly sets: ReadonlyMap<number, TileSet>; readonly isPublic: boolean } | undefined {
  const held = publishedTileSets();
  if (versionId !== 0 && held.versionId === versionId) return { sets: held.sets, isPublic: true };
  const { reader } = connections();
  if (getVersion(reader.db, versionId)?.state !== 'ready') return undefined;
  // what is held may be some milliseconds behind
  return { sets: readTileSets(reader, versionId), isPublic: getPublishedId(reader.db) === versionId };
}
