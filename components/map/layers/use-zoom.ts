import { useCallback, useState } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';

/** The zoom of the map, updated after each movement. */
export function useZoom(): number {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  // must not change between renders: a map that jumps while listeners are replaced would be missed
  const update = useCallback(() => setZoom(map.getZoom()), [map]);
  useMapEvent('zoomend', update);
  return zoom;
}
