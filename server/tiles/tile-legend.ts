import { settings } from '#lib/env.ts';
import type { Look } from '#lib/tiles/picture/picture.ts';
import { swatchesOf } from '#lib/tiles/picture/swatch.ts';
import type { DrawnAvailability } from '#lib/tiles/picture/texture.ts';
import { tileAddresses } from '#lib/tiles/tile-json.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';
import { publishedTileSets } from './tile-sets.ts';

/** A technology in use as a legend names it and a map shows it. */
export interface LegendEntry extends Look {
  readonly set_id: number;
  readonly name: string;
  /** The published version; 0 while there is none. */
  readonly version: number;
  /** Whether anything of it is on the map. */
  readonly covers: boolean;
  /** The oldest and the newest day its data stand for, `YYYY-MM-DD`; null while it has none. */
  readonly as_of: readonly [string, string] | null;
  /** Address of its TileJSON. */
  readonly tilejson: string;
  /** Addresses of its pictures: `{z}`, `{x}`, `{y}` and `{r}` (`@2x` or nothing) are to be filled in. */
  readonly pictures: string;
  /** How each availability looks on the map (`lib/tiles/swatch.ts`). */
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** What was made of the sets that are published: they are replaced whole when anything of them changes. */
const made = new WeakMap<ReadonlyMap<number, TileSet>, readonly LegendEntry[]>();

/** The technologies in use, in their order. */
export function tileLegend(): readonly LegendEntry[] {
  const { sets } = publishedTileSets();
  let entries = made.get(sets);
  if (entries === undefined) {
    entries = [...sets.values()].filter(({ isInUse }) => isInUse).map(entryOf);
    made.set(sets, entries);
  }
  return entries;
}

function entryOf(set: TileSet): LegendEntry {
  const { baseUrl } = settings();
  return {
    set_id: set.setId,
    name: set.name,
    ...set.look,
    version: set.versionId,
    covers: set.box !== undefined,
    as_of: set.asOf ?? null,
    tilejson: `${baseUrl}/tiles/${set.setId}.json`,
    pictures: tileAddresses(set, baseUrl).picture,
    swatches: swatchesOf(set.look),
  };
}
