import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { placeOnMap, reachBounds } from '#components/map/bounds.ts';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { parseFragment } from '#lib/map/fragment.ts';
import type { Question } from './question.ts';

/** Close enough to see the houses around a point; a town; a street address; a place, without a street map. */
const zooms = { streets: 15, town: 12, address: 17, place: 14 };

interface FollowPointProps {
  readonly question: Question | undefined;
  readonly hasStreets: boolean;
}

/**
 * Centres the map on a point that was not chosen on it, unless the map does not extend that far. The view in the fragment
 * of a link takes precedence.
 */
export function FollowPoint({ question, hasStreets }: FollowPointProps) {
  const map = useMap();
  const { origin, point, isAddress } = question ?? {};

  useEffect(() => {
    if (point === undefined || origin === 'map') return;
    const { view } = origin === 'link' ? parseFragment(window.location.hash) : {};
    const place = placeOnMap(view ?? point);
    if (!reachBounds.contains(place)) return;
    const zoom = view?.zoom ?? Math.max(map.getZoom(), zoomFor(origin, isAddress, hasStreets));
    map.setView(place, zoom, { animate: !prefersReducedMotion() });
  }, [map, origin, point, isAddress, hasStreets]);

  return null;
}

function zoomFor(origin: Question['origin'] | undefined, isAddress: boolean | undefined, hasStreets: boolean): number {
  if (isAddress) return zooms.address;
  if (hasStreets) return zooms.streets;
  return origin === 'town' ? zooms.town : zooms.place;
}
