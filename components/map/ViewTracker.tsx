import { useCallback, useEffect } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { placeOnMap, reachBounds } from '#components/map/bounds.ts';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { wrapLongitude } from '#lib/map/degrees.ts';
import { type MapFragment, parseFragment } from '#lib/map/fragment.ts';

interface ViewTrackerProps {
  /** Must not change between renders: a map that jumps while listeners are replaced would be missed. */
  readonly onChange: (change: Pick<MapFragment, 'view'>) => void;
}

/** Reports the visible part of the map after each movement, and moves the map when only the fragment of the address changes. */
export function ViewTracker({ onChange }: ViewTrackerProps) {
  const map = useMap();
  const report = useCallback(() => {
    const { lat, lng } = map.getCenter();
    onChange({ view: { zoom: map.getZoom(), latitude: lat, longitude: wrapLongitude(lng) } });
  }, [map, onChange]);
  useMapEvent('moveend', report);
  useEffect(() => {
    const follow = () => {
      const { view } = parseFragment(window.location.hash);
      if (view === undefined || !reachBounds.contains(placeOnMap(view))) return;
      map.setView(placeOnMap(view), view.zoom, { animate: !prefersReducedMotion() });
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [map]);
  return null;
}
