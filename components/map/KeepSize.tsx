import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Keeps the middle of the map in the middle when its element changes its size: as the sheet is dragged, and for printing. */
export function KeepSize() {
  const map = useMap();
  useEffect(() => {
    const resize = () => map.invalidateSize({ animate: false, debounceMoveend: true });
    const observer = new ResizeObserver(resize);
    observer.observe(map.getContainer());
    const printing = window.matchMedia('print');
    printing.addEventListener('change', resize);
    return () => {
      observer.disconnect();
      printing.removeEventListener('change', resize);
    };
  }, [map]);
  return null;
}
