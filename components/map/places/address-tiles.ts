import type { LatLng, Map as LeafletMap } from 'leaflet';
import { placeOnMap } from '#components/map/bounds.ts';
import { parseAddressTile } from '#lib/map/layers/address-tile.ts';
import type { NamedPoint } from '#lib/map/permalink.ts';
import { type AddressTile, addressText } from '#lib/places/map-tile.ts';

/** How far from an address a tap may be, in pixels, to mean it. */
const nearPixels = 24;
/** Tiles that are kept; a screen shows about forty. */
const mostKept = 200;

const kept = new Map<string, AddressTile>();

/** Loads the addresses of a tile; undefined without any. */
export async function loadAddresses(zoom: number, x: number, y: number): Promise<AddressTile | undefined> {
  const path = `/places/${zoom}/${x}/${y}.json`;
  const known = kept.get(path);
  if (known !== undefined) return known;
  try {
    const response = await fetch(path);
    const tile = response.ok ? parseAddressTile(await response.json()) : undefined;
    if (tile === undefined) return undefined;
    kept.set(path, tile);
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
    return tile;
  } catch {
    return undefined;
  }
}

/** The address nearest to a place on the map, of those with texts that were loaded; undefined if none is near. */
export function addressNear(map: LeafletMap, place: LatLng): NamedPoint | undefined {
  const at = map.latLngToContainerPoint(place);
  let nearest = nearPixels;
  let found: NamedPoint | undefined;
  for (const tile of kept.values()) {
    for (const address of tile.addresses) {
      const [latitude, longitude] = address;
      if (Math.abs(latitude - place.lat) > 0.01) continue;
      const distance = at.distanceTo(map.latLngToContainerPoint(placeOnMap({ latitude, longitude })));
      const text = addressText(tile, address);
      if (distance >= nearest || text === '') continue;
      nearest = distance;
      found = { point: { latitude, longitude }, address: text, isAddress: true };
    }
  }
  return found;
}
