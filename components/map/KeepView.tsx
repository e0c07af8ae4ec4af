import { useCallback } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { wrapLongitude } from '#lib/map/degrees.ts';
import type { MapFragment } from '#lib/map/fragment.ts';

interface KeepViewProps {
  /** Must stay the same function: while listeners are exchanged, a map that jumps would not be heard. */
  readonly onChange: (change: Pick<MapFragment, 'view'>) => void;
}

/** Tells which part of the map is seen whenever that has changed. */
export function KeepView({ onChange }: KeepViewProps) {
  const map = useMap();
  const tell = useCallback(() => {
    const { lat, lng } = map.getCenter();
    onChange({ view: { zoom: map.getZoom(), latitude: lat, longitude: wrapLongitude(lng) } });
  }, [map, onChange]);
  useMapEvent('moveend', tell);
  return null;
}
