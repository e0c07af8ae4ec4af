import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** The panes with drawings; the pin is in another one. */
const panes = ['overlayPane', 'tilePane', 'land', 'land-detail', 'streets', 'coverage'];

/** Hides what is drawn on the map from screen readers, which would name each drawing "graphics document". */
export function HideDrawings() {
  const map = useMap();
  useEffect(() => {
    for (const pane of panes) map.getPane(pane)?.setAttribute('aria-hidden', 'true');
  }, [map]);
  return null;
}
