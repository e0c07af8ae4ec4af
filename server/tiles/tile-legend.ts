import { settings } from '#lib/env.ts';
import type { Look } from '#lib/tiles/picture/picture.ts';
import { swatchesOf } from '#lib/tiles/picture/swatch.ts';
import type { DrawnAvailability } from '#lib/tiles/picture/texture.ts';
import { bestAddress, tileAddresses } from '#lib/tiles/tile-json.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';
import { bestTileSet, shownTileSets, type VersionSets } from './tile-sets.ts';

/** A technology in use, as legends and maps show it. */
export interface LegendEntry extends Look {
  readonly set_id: number;
  readonly name: string;
  /** The version that is shown; 0 while nothing is published. */
  readonly version: number;
  /** Whether it covers anything. */
  readonly covers: boolean;
  /** The dates of its oldest and newest data, `YYYY-MM-DD`; null while it has none. */
  readonly as_of: readonly [string, string] | null;
  /** The address of its TileJSON. */
  readonly tilejson: string;
  /** The address of its pictures, with `{z}`, `{x}`, `{y}` and `{r}` (`@2x` or empty) to be filled in. */
  readonly pictures: string;
  /** How each availability looks on the map (`lib/tiles/picture/swatch.ts`). */
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** The best technology at each place, as maps show it. */
export interface BestLegend {
  /** The address of its pictures, as that of a technology. */
  readonly pictures: string;
  /** The technologies that it is of, in the order of a legend. */
  readonly set_ids: readonly number[];
}

/** The legend of each shown map of sets, which is replaced when anything in it changes. */
const made = new WeakMap<ReadonlyMap<number, TileSet>, readonly LegendEntry[]>();

/** What a legend and a list of layers show. */
export interface TileLegend {
  /** The technologies in use, in order. */
  readonly layers: readonly LegendEntry[];
  /** Absent while nothing is drawn. */
  readonly best?: BestLegend;
  /** Present while the published version is being drawn: the picture is older than the answers. */
  readonly updating?: true;
}

export function tileLegend(): TileLegend {
  const shown = shownTileSets();
  const { sets, isBehind } = shown;
  let entries = made.get(sets);
  if (entries === undefined) {
    entries = [...sets.values()].filter(({ isInUse }) => isInUse).map(entryOf);
    made.set(sets, entries);
  }
  return { layers: entries, ...bestOf(shown), ...(isBehind ? { updating: true } : {}) };
}

function bestOf(shown: VersionSets): Pick<TileLegend, 'best'> {
  const best = bestTileSet(shown);
  if (best.box === undefined) return {};
  const pictures = bestAddress(best, settings().baseUrl);
  return { best: { pictures, set_ids: best.look.looks.map(({ setId }) => setId) } };
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
