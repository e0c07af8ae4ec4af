import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { CoveredNames } from './places/CoveredNames.tsx';

/** What the map does without until the browser has nothing else to do. */
export function LaterParts() {
  return (
    <>
      <CoveredNames />
      <HideDrawings />
    </>
  );
}

/** Hides what is drawn on the map from screen readers, which would name each drawing "graphics document". */
function HideDrawings() {
  const map = useMap();
  useEffect(() => {
    const { mapPane, markerPane, ...drawings } = map.getPanes();
    for (const pane of Object.values(drawings)) pane.setAttribute('aria-hidden', 'true');
  }, [map]);
  return null;
}
