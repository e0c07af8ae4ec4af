import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { PlacePin } from '#components/map/asking/PlacePin.tsx';
import { usePlaces } from './ShownPlace.tsx';

/** Close enough to distinguish streets. */
const closeZoom = 13;

/** Centres the map on the place that was chosen in a list, and focuses the map. */
export function GoToPlace() {
  const map = useMap();
  const { place } = usePlaces();

  useEffect(() => {
    if (place === undefined) return;
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.setView([place.latitude, place.longitude], Math.max(map.getZoom(), closeZoom), { animate: !isReduced });
    const container = map.getContainer();
    container.scrollIntoView({ block: 'center', behavior: isReduced ? 'auto' : 'smooth' });
    container.focus({ preventScroll: true });
  }, [map, place]);

  return place === undefined ? null : <PlacePin point={place} />;
}
