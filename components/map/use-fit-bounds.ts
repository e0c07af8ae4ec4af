import { latLngBounds } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { reachBounds } from './bounds.ts';
import { prefersReducedMotion } from './prefers-reduced-motion.ts';

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
    map.fitBounds(bounds, { padding: [48, 48], maxZoom, animate: !prefersReducedMotion() });
  }, [map, maxZoom, south, west, north, east]);
}
