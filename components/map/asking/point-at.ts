import type { LatLng, Map as LeafletMap } from 'leaflet';
import { addressNear } from '#components/map/places/address-tiles.ts';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { accuracyAtZoom, decimalsAtZoom, type MapPoint, roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import type { Ask } from './question.ts';

/** From this zoom, a fingertip covers a few houses rather than a suburb. */
export const roofZoom = 14;

/** A place on the map as a point, with as many decimals as the map can show at its zoom. */
export function pointOnMap(map: LeafletMap, { lat, lng }: LatLng): MapPoint {
  return roundPoint({ latitude: lat, longitude: wrapLongitude(lng) }, decimalsAtZoom(map.getZoom()));
}

/** Asks about a place on the map. */
export function askAt(map: LeafletMap, place: LatLng, onAsk: Ask): void {
  const asked = { point: pointOnMap(map, place), address: undefined, nearby: addressNear(map, place) };
  onAsk(asked, 'map', accuracyAtZoom(place.lat, map.getZoom()));
}

/** Asks about a place, or zooms in to it first if the map is too far out to point at a house. */
export function pointAt(map: LeafletMap, place: LatLng, onAsk: Ask, onZoomIn: () => void): void {
  if (map.getZoom() >= roofZoom) {
    askAt(map, place, onAsk);
    return;
  }
  map.setView(place, roofZoom, { animate: !prefersReducedMotion() });
  onZoomIn();
}
