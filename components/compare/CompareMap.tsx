import { latLngBounds } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { LetterPin } from '#components/map/asking/LetterPin.tsx';
import { PickPoint } from '#components/map/asking/PickPoint.tsx';
import { outlineZoom, reachBounds } from '#components/map/bounds.ts';
import { PlainMap } from '#components/map/PlainMap.tsx';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';

interface CompareMapProps {
  readonly first: MapPoint;
  readonly second: MapPoint | undefined;
  readonly onPick: (point: MapPoint) => void;
  readonly streetMap: StreetMap | undefined;
}

/** Where the two points are; a click chooses the second. */
export function CompareMap({ first, second, onPick, streetMap }: CompareMapProps) {
  return (
    <PlainMap streetMap={streetMap}>
      <PickPoint label="compare.label" keys="compare.keys" onPick={onPick} />
      <LetterPin letter="A" point={first} />
      {second !== undefined && <LetterPin letter="B" point={second} />}
      <ShowBoth first={first} second={second ?? first} />
    </PlainMap>
  );
}

/** Moves the map so that both points are on it, when they are not, or are too near to each other to be told apart. */
function ShowBoth({ first, second }: { readonly first: MapPoint; readonly second: MapPoint }) {
  const map = useMap();
  useEffect(() => {
    const bounds = latLngBounds([first.latitude, first.longitude], [second.latitude, second.longitude]);
    if (!reachBounds.contains(bounds)) return;
    const nearest = Math.min(outlineZoom, map.getBoundsZoom(bounds));
    if (map.getBounds().contains(bounds) && nearest - map.getZoom() < 2) return;
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.fitBounds(bounds, { padding: [48, 48], maxZoom: outlineZoom, animate: !prefersReducedMotion });
  }, [map, first, second]);
  return null;
}
