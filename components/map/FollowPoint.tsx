import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { reachBounds } from './bounds.ts';
import type { Question } from './question.ts';

/** Near enough to see the town around a point. */
const closeZoom = 8;

/** Brings a point that was not chosen on the map into its middle, unless the map does not reach that far. */
export function FollowPoint({ question }: { question: Question | undefined }) {
  const map = useMap();
  const point = question?.origin === 'map' ? undefined : question?.point;

  useEffect(() => {
    if (point === undefined) return;
    const place: [number, number] = [point.latitude, point.longitude];
    if (!reachBounds.contains(place)) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.setView(place, Math.max(map.getZoom(), closeZoom), { animate: !isCalm });
  }, [map, point]);

  return null;
}
