import { useState } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';

/** The zoom of the map, as it is between two movements. */
export function useZoom(): number {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvent('zoomend', () => setZoom(map.getZoom()));
  return zoom;
}
