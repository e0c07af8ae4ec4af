import type { LatLng, Map as LeafletMap } from 'leaflet';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { accuracyAtZoom } from '#lib/map/answer/accuracy.ts';
import { decimalsAtZoom, roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import type { Ask } from './question.ts';

/** From here on a fingertip covers a few houses rather than a suburb. */
export const roofZoom = 14;

/** Asks about a place on the map, as finely as the map can show it at this zoom. */
export function askAt(map: LeafletMap, { lat, lng }: LatLng, onAsk: Ask): void {
  const zoom = map.getZoom();
  const point = roundPoint({ latitude: lat, longitude: wrapLongitude(lng) }, decimalsAtZoom(zoom));
  onAsk({ point, address: undefined }, 'map', accuracyAtZoom(lat, zoom));
}

/**
 * What pointing at a place does: far off it brings the place nearer, for nobody can point at a house from there; near
 * by it asks.
 */
export function pointAt(map: LeafletMap, place: LatLng, onAsk: Ask, onNearer: () => void): void {
  if (map.getZoom() >= roofZoom) {
    askAt(map, place, onAsk);
    return;
  }
  map.setView(place, roofZoom, { animate: !prefersReducedMotion() });
  onNearer();
}
