import { useCallback, useState } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';

/** The zoom of the map, as it is between two movements. */
export function useZoom(): number {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  // one and the same function: while listeners are exchanged, a map that jumps would not be heard
  const keep = useCallback(() => setZoom(map.getZoom()), [map]);
  useMapEvent('zoomend', keep);
  return zoom;
}
