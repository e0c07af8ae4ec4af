import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Keeps the middle of the map in the middle when its element changes its size: as the sheet is dragged, and for printing. */
export function KeepSize() {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    const resize = () => {
      const { x, y } = map.getSize();
      if (x === container.clientWidth && y === container.clientHeight) return;
      // Leaflet's own way would round the middle to a pixel, and so change the address
      const middle = map.getCenter();
      map.invalidateSize({ animate: false, pan: false });
      map.setView(middle, map.getZoom(), { animate: false });
    };
    const observer = new ResizeObserver(resize);
    observer.observe(container);
    const printing = window.matchMedia('print');
    printing.addEventListener('change', resize);
    return () => {
      observer.disconnect();
      printing.removeEventListener('change', resize);
    };
  }, [map]);
  return null;
}
