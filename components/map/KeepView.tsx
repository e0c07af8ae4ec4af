import { useMap, useMapEvent } from 'react-leaflet';
import { wrapLongitude } from '#lib/map/degrees.ts';
import type { MapView } from '#lib/map/fragment.ts';

/** Tells which part of the map is seen whenever that has changed. */
export function KeepView({ onView }: { onView: (view: MapView) => void }) {
  const map = useMap();
  useMapEvent('moveend', () => {
    const { lat, lng } = map.getCenter();
    onView({ zoom: map.getZoom(), latitude: lat, longitude: wrapLongitude(lng) });
  });
  return null;
}
