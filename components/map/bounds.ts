import { latLngBounds } from 'leaflet';
import { serviceArea } from '#lib/map/area/service-area.ts';
import type { MapPoint } from '#lib/map/degrees.ts';

const { south, west, north, east } = serviceArea;

/** The area the service answers for, whole on the map at first. */
export const serviceBounds = latLngBounds([south, west], [north, east]);

/** As far as the map can be moved. */
export const reachBounds = serviceBounds.pad(0.5);

/** A house fills the map. */
export const mostZoom = 18;

/** The built-in coastline is right to about 200 metres: beyond this zoom it would mislead. */
export const outlineZoom = 9;

/** Where a point is on this map, which goes on past 180° as far as the Chatham Islands. */
export function placeOnMap({ latitude, longitude }: MapPoint): [number, number] {
  return [latitude, longitude < 0 ? longitude + 360 : longitude];
}
