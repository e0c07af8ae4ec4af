import type { Place } from './place.ts';

/** A tile of the map in Web Mercator, as street maps number them. */
export interface MapTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The zooms whose tiles have names of places, and those that have addresses. */
export const labelZooms = [8, 10, 12, 14] as const;
export const addressZooms = [15, 16] as const;

const finest = 16;
const largestLatitude = 85.05;

/**
 * The number of the tile of zoom 16 that a point is in, with the bits of its row and column in turn: the points of any larger
 * tile have neighbouring numbers.
 */
export function mapSquareOf(latitude: number, longitude: number): number {
  const side = 2 ** finest;
  const bounded = Math.min(largestLatitude, Math.max(-largestLatitude, latitude));
  const north = Math.asinh(Math.tan((bounded * Math.PI) / 180)) / (2 * Math.PI);
  const column = Math.floor((longitude / 360 + 0.5) * side) % side;
  return interleave(column, Math.floor((0.5 - north) * side));
}

/** The lowest and the highest number of the squares in a tile. */
export function mapSquaresIn({ zoom, x, y }: MapTile): [number, number] {
  const squares = 4 ** (finest - zoom);
  const first = interleave(x, y) * squares;
  return [first, first + squares - 1];
}

function interleave(column: number, row: number): number {
  let number = 0;
  for (let bit = 0; bit < finest; bit++) {
    number += (((column >> bit) & 1) + 2 * ((row >> bit) & 1)) * 4 ** bit;
  }
  return number;
}

/** The path of a tile, as in `/places/14/16148/10205.json`; undefined if no such tile has places. */
export function parseMapTile(path: string): MapTile | undefined {
  const match = /^\/places\/(\d{1,2})\/(\d{1,5})\/(\d{1,5})\.json$/.exec(path);
  if (match === null) return undefined;
  const [zoom = 0, x = 0, y = 0] = match.slice(1).map(Number);
  const isKnown = [...labelZooms, ...addressZooms].some((known) => known === zoom);
  return isKnown && x < 2 ** zoom && y < 2 ** zoom ? { zoom, x, y } : undefined;
}

/** How a name is written on the map. */
export type LabelKind = 'town' | 'settlement' | 'water' | 'feature';

/** A name on the map, at its point; the names of a tile begin with the most important. */
export type Label = readonly [name: string, latitude: number, longitude: number, kind: LabelKind, isMaori: 0 | 1];

/** How a place is written, by its description, such as `Suburb, near Porirua`. */
export function labelOf({ name, detail, latitude, longitude, isMaori }: Place): Label {
  return [name, latitude, longitude, kindOf(detail), isMaori ? 1 : 0];
}

function kindOf(detail: string): LabelKind {
  const kind = (detail.split(',', 1)[0] ?? '').toLowerCase();
  if (/^(?:town|city)$/.test(kind)) return 'town';
  if (/^(?:suburb|village|locality|place)$/.test(kind)) return 'settlement';
  const water = /\b(?:lake|lagoon|bay|sea|strait|harbour|sound|stream|river|creek|inlet|channel|water|arm|estuary)\b/;
  return water.test(kind) ? 'water' : 'feature';
}

/** A street address on the map: its point, and from zoom 16 on its number and its street's index. */
export type MapAddress = readonly [latitude: number, longitude: number, number?: string, street?: number];

/** The addresses of a tile; a street is the rest of their texts, such as `Rātā Street, Naenae`. */
export interface AddressTile {
  readonly streets: readonly string[];
  readonly addresses: readonly MapAddress[];
}

/** Divides addresses into numbers and streets; for zoom 15, only their points. */
export function addressTileOf(places: readonly Place[], zoom: number): AddressTile {
  if (zoom < 16) {
    const rounded = (degrees: number) => Number(degrees.toFixed(5));
    return {
      streets: [],
      addresses: places.map(({ latitude, longitude }) => [rounded(latitude), rounded(longitude)] as const),
    };
  }
  const streets = new Map<string, number>();
  const addresses = places.map(({ name, latitude, longitude }): MapAddress => {
    const [, number = '', street = name] = /^(\S*\d\S*)\s+(.+)$/.exec(name) ?? [];
    const index = streets.get(street) ?? streets.size;
    streets.set(street, index);
    return [latitude, longitude, number, index];
  });
  return { streets: [...streets.keys()], addresses };
}

/** The text of an address of a tile; empty at zoom 15. */
export function addressText({ streets }: AddressTile, [, , number = '', street = -1]: MapAddress): string {
  return `${number} ${streets[street] ?? ''}`.trim();
}
