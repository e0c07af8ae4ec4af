import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { outlineZoom } from '#components/map/bounds.ts';
import { useZoom } from '#components/map/layers/use-zoom.ts';

/** Where the outline is not drawn any more, the ground is neither land nor sea. */
export function CloseGround() {
  const map = useMap();
  const zoom = useZoom();
  useEffect(() => {
    map.getContainer().toggleAttribute('data-close', zoom > outlineZoom);
  }, [map, zoom]);
  return null;
}
