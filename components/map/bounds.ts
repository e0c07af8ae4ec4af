import { latLngBounds } from 'leaflet';
import { mapMargin, serviceArea } from '#lib/broadband/point.ts';
import type { MapPoint } from '#lib/map/degrees.ts';

const { south, west, north, east } = serviceArea;

/** The area that the service covers: the initial view of the map. */
export const serviceBounds = latLngBounds([south, west], [north, east]);

/** How far the map can be moved. */
export const reachBounds = serviceBounds.pad(mapMargin);

/** At this zoom, a house fills the map. */
export const maxZoom = 18;

/** The built-in map's coast is accurate to about 100 metres: beyond this zoom it is coarse. */
export const coarseZoom = 12;

/** The position of a point on this map, whose longitudes go on past 180° to the Chatham Islands. */
export function placeOnMap({ latitude, longitude }: MapPoint): [number, number] {
  return [latitude, longitude < 0 ? longitude + 360 : longitude];
}
