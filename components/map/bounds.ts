import { type FitBoundsOptions, latLngBounds } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { mapMargin, serviceArea } from '#lib/broadband/point.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';

const { south, west, north, east } = serviceArea;

/** The area that the service covers: the initial view of the map. */
export const serviceBounds = latLngBounds([south, west], [north, east]);

/** How far the map can be moved. */
export const reachBounds = serviceBounds.pad(mapMargin);

/** At this zoom, a house fills the map. */
export const maxZoom = 18;

/** The built-in map's coast is accurate to about 100 metres: from this zoom on it is only sketched. */
export const coarseZoom = 12;

/** From this zoom on, the names of streets and the numbers of houses take the room. */
export const numberZoom = 17;

/** The position of a point on this map, whose longitudes go on past 180° to the Chatham Islands. */
export function placeOnMap({ latitude, longitude }: MapPoint): [number, number] {
  return [latitude, longitude < 0 ? longitude + 360 : longitude];
}

/** The room around places that are shown together: for their pins, below and beside the buttons in the corner. */
export const pinRoom: FitBoundsOptions = { paddingTopLeft: [48, 104], paddingBottomRight: [64, 48] };

/**
 * Moves the map to show a rectangle, given by two corners as `[latitude, longitude]`, unless it already shows it large
 * enough or cannot be moved that far.
 */
export function useFitBounds([south, west]: [number, number], [north, east]: [number, number], maxZoom: number): void {
  const map = useMap();
  useEffect(() => {
    const bounds = latLngBounds([south, west], [north, east]);
    const isLarge = Math.min(maxZoom, map.getBoundsZoom(bounds)) - map.getZoom() < 2;
    if (!reachBounds.contains(bounds) || (map.getBounds().contains(bounds) && isLarge)) return;
    map.fitBounds(bounds, { ...pinRoom, maxZoom, animate: !prefersReducedMotion() });
  }, [map, maxZoom, south, west, north, east]);
}
