import { useCallback } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { wrapLongitude } from '#lib/map/degrees.ts';
import type { MapFragment } from '#lib/map/fragment.ts';

interface ViewTrackerProps {
  /** Must not change between renders: a map that jumps while listeners are replaced would be missed. */
  readonly onChange: (change: Pick<MapFragment, 'view'>) => void;
}

/** Reports the visible part of the map after each movement. */
export function ViewTracker({ onChange }: ViewTrackerProps) {
  const map = useMap();
  const report = useCallback(() => {
    const { lat, lng } = map.getCenter();
    onChange({ view: { zoom: map.getZoom(), latitude: lat, longitude: wrapLongitude(lng) } });
  }, [map, onChange]);
  useMapEvent('moveend', report);
  return null;
}
