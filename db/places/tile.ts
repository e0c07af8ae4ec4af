import type { Connection } from '#db/client.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import {
  type AddressTile,
  addressTileOf,
  type Label,
  labelOf,
  type MapTile,
  mapSquaresIn,
} from '#lib/places/map-tile.ts';
import { openListsOf } from './open-lists.ts';
import type { FoundPlace } from './place-file.ts';

/** More names would cover each other. */
const mostLabels = 60;
/** More than the densest streets of Auckland have. */
const mostAddresses = 4000;

/** The names to write on a tile of the map, the most important first. Names that were replaced are not shown. */
export function labelsIn(reader: Connection, tile: MapTile): Label[] {
  const { readers } = openListsOf(reader);
  const range = mapSquaresIn(tile);
  const found = (['gazetteer', 'localities'] as const).flatMap((list) => {
    const places = readers.get(list)?.inSquares(range, 2 * mostLabels) ?? [];
    return places.filter(({ detail }) => !/\(former name\)/.test(detail) && !isUnderSea(detail));
  });
  const byName = new Map<string, FoundPlace>();
  for (const place of found) {
    const name = foldPlaceName(place.name);
    if (!byName.has(name)) byName.set(name, place);
  }
  return [...byName.values()].slice(0, mostLabels).map(labelOf);
}

/** Forms of the sea floor, by their kinds in the gazetteer, which nobody sees. */
function isUnderSea(detail: string): boolean {
  return /^(?:abyssal|bank|canyon|deep|fracture zone|guyot|knoll|ledge|mound|mud volcano|rise|sea ?channel|sea ?valley|seamount|shelf|sill|trench|trough|undersea|marine feature)\b/i.test(
    detail,
  );
}

/** The street addresses in a tile of the map. */
export function addressesIn(reader: Connection, tile: MapTile): AddressTile {
  const places = openListsOf(reader).readers.get('addresses')?.inSquares(mapSquaresIn(tile), mostAddresses) ?? [];
  return addressTileOf(places, tile.zoom);
}
