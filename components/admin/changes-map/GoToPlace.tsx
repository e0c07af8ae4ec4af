import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { PlacePin } from '#components/map/asking/PlacePin.tsx';
import { usePlaces } from './ShownPlace.tsx';

/** Near enough to tell one street from the next. */
const closeZoom = 13;

/** Brings the place that a list led to into the map's middle, and the keyboard to the map. */
export function GoToPlace() {
  const map = useMap();
  const { place } = usePlaces();

  useEffect(() => {
    if (place === undefined) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.setView([place.latitude, place.longitude], Math.max(map.getZoom(), closeZoom), { animate: !isCalm });
    const container = map.getContainer();
    container.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
    container.focus({ preventScroll: true });
  }, [map, place]);

  return place === undefined ? null : <PlacePin point={place} />;
}
