import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { outlineZoom, placeOnMap, reachBounds } from '#components/map/bounds.ts';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { parseFragment } from '#lib/map/fragment.ts';
import type { Question } from './question.ts';

/** Near enough to see the houses around a point, where there are streets. */
const streetZoom = 15;

interface FollowPointProps {
  readonly question: Question | undefined;
  readonly hasStreets: boolean;
}

/**
 * Brings a point that was not chosen on the map into its middle, unless the map does not reach that far. A link that says
 * what is to be seen is followed in that.
 */
export function FollowPoint({ question, hasStreets }: FollowPointProps) {
  const map = useMap();
  const { origin, point } = question ?? {};

  useEffect(() => {
    if (point === undefined || origin === 'map') return;
    const { view } = origin === 'link' ? parseFragment(window.location.hash) : {};
    const place = placeOnMap(view ?? point);
    if (!reachBounds.contains(place)) return;
    const zoom = view?.zoom ?? Math.max(map.getZoom(), hasStreets ? streetZoom : outlineZoom);
    map.setView(place, zoom, { animate: !prefersReducedMotion() });
  }, [map, origin, point, hasStreets]);

  return null;
}
