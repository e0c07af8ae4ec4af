import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { outlineZoom } from '#components/map/bounds.ts';
import { useZoom } from '#components/map/layers/use-zoom.ts';

/** Gives the map a neutral background where it is zoomed in too far for the outline to separate land and sea. */
export function NeutralGround() {
  const map = useMap();
  const zoom = useZoom();
  useEffect(() => {
    map.getContainer().toggleAttribute('data-close', zoom > outlineZoom);
  }, [map, zoom]);
  return null;
}
