import { isAnswerOfDay } from '#db/broadband/lookup.ts';
import { getPublishedId, getVersion } from '#db/broadband/versions.ts';
import { type Connection, connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { lastDrawnVersion, readTileSets } from '#db/tiles/tile-sets.ts';
import { processWide } from '#lib/process-wide.ts';
import { RecentlyUsed } from '#lib/recently-used.ts';
import { type BestSet, bestSetOf } from '#lib/tiles/best/best-set.ts';
import { swatchesOf } from '#lib/tiles/picture/picture.ts';
import type { DrawnAvailability } from '#lib/tiles/picture/texture.ts';
import { tileAddresses } from '#lib/tiles/tile-json.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';

/** The tiles of a version, by `set_id`. */
export interface VersionSets {
  readonly versionId: number;
  readonly sets: ReadonlyMap<number, TileSet>;
}

/** What maps show of the published coverage. */
interface ShownSets extends VersionSets {
  /** Whether a later version is published and not drawn yet, so that answers are newer than the picture. */
  readonly isBehind: boolean;
}

/** Of each map of sets, which is replaced when anything in it changes. */
const bestOf = new WeakMap<VersionSets['sets'], BestSet>();

/** The tiles of the best technology at each place. */
export function bestTileSet({ versionId, sets }: VersionSets): BestSet {
  let best = bestOf.get(sets);
  if (best === undefined) {
    best = bestSetOf(versionId, sets.values());
    bestOf.set(sets, best);
  }
  return best;
}

const caches = () =>
  processWide('published-tile-sets', () => ({
    technologies: new GenerationCache('technologies', () => ({})),
    coverage: new GenerationCache('coverage', (_connection, { value }) => ({ versionId: value })),
    drawings: new GenerationCache('drawings', () => ({})),
    madeFrom: [] as readonly unknown[],
    published: undefined as VersionSets | undefined,
    shown: undefined as ShownSets | undefined,
  }));

/** The tiles of the published version; empty ones of version 0 while nothing is published. It may not be drawn yet. */
export function publishedTileSets(): VersionSets {
  return current().published;
}

/** The tiles that maps show: of the published version or, until it is drawn, of the one published last that is. */
export function shownTileSets(): ShownSets {
  return current().shown;
}

function current(): { readonly published: VersionSets; readonly shown: ShownSets } {
  const cache = caches();
  const { reader } = connections();
  const version = cache.coverage.get(reader);
  const madeFrom = [cache.technologies.get(reader), version, cache.drawings.get(reader)];
  let { published, shown } = cache;
  const isCurrent = madeFrom.every((value, place) => value === cache.madeFrom[place]);
  if (published === undefined || shown === undefined || !isCurrent) {
    published = { versionId: version.versionId, sets: readTileSets(reader, version.versionId) };
    shown = shownOf(reader, published);
    Object.assign(cache, { madeFrom, published, shown });
  }
  return { published, shown };
}

function shownOf(reader: Connection, published: VersionSets): ShownSets {
  if (isDrawn(published)) return { ...published, isBehind: false };
  const drawnId = lastDrawnVersion(reader.db);
  // nothing that was ever published is drawn: tiles of what is not are 503
  if (drawnId === undefined) return { ...published, isBehind: true };
  return { versionId: drawnId, sets: readTileSets(reader, drawnId), isBehind: true };
}

function isDrawn({ sets }: VersionSets): boolean {
  return [...sets.values()].every((set) => set.isDrawn);
}

/** How many other versions are known at the same time. */
const mostOthers = 8;

interface OtherVersions {
  readonly madeFrom: readonly unknown[];
  readonly sets: RecentlyUsed<ReadonlyMap<number, TileSet>>;
}

const others = () => processWide('other-tile-sets', () => ({ known: undefined as OtherVersions | undefined }));

/** The tiles of another version, which change only with technologies and drawings. */
function setsOf(versionId: number): ReadonlyMap<number, TileSet> {
  const { technologies, drawings } = caches();
  const { reader } = connections();
  const madeFrom = [technologies.get(reader), drawings.get(reader)];
  let { known } = others();
  if (known === undefined || !madeFrom.every((value, place) => value === known?.madeFrom[place])) {
    known = { madeFrom, sets: new RecentlyUsed(mostOthers, () => 1) };
    others().known = known;
  }
  const sets = known.sets.get(String(versionId)) ?? readTileSets(reader, versionId);
  known.sets.keep(String(versionId), sets);
  return sets;
}

/**
 * The tiles of a version that is ready, by `set_id`, and whether everybody may see it: what is published, what maps show, and
 * what answers as of a day; undefined when the version does not exist.
 */
export function tileSetsOfVersion(
  versionId: number,
): { readonly sets: ReadonlyMap<number, TileSet>; readonly isPublic: boolean } | undefined {
  const known = Object.values(current()).find((found) => found.versionId === versionId);
  if (versionId !== 0 && known !== undefined) return { sets: known.sets, isPublic: true };
  const { reader } = connections();
  const { db } = reader;
  if (getVersion(db, versionId)?.state !== 'ready') return undefined;
  // the cache may be some milliseconds old
  const isPublished = getPublishedId(db) === versionId;
  return { sets: setsOf(versionId), isPublic: isPublished || isAnswerOfDay(reader, versionId) };
}

/** A technology of a version on the map of its staff page. */
export interface VersionPictures {
  readonly technology: string;
  /** The address of its pictures on this server, with `{z}`, `{x}`, `{y}` and `{r}` to be filled in. */
  readonly pictures: string;
  /** Whether its pictures can be made. */
  readonly isDrawn: boolean;
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** The technologies that cover anything in a version; undefined when the version no longer exists. */
export function versionPictures(versionId: number): VersionPictures[] | undefined {
  const found = tileSetsOfVersion(versionId);
  if (found === undefined) return undefined;
  return [...found.sets.values()]
    .filter(({ box, isDrawn }) => box !== undefined || !isDrawn)
    .map((set) => ({
      technology: set.name,
      pictures: tileAddresses(set, '').picture,
      isDrawn: set.isDrawn,
      swatches: swatchesOf(set.look),
    }));
}
