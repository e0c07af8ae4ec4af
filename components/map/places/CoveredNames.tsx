import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** What is over the map: its controls, and the parts of elements with this mark. */
const marked = '[data-over-map]';
const over = `.leaflet-control, ${marked} > *`;

/** Hides the names that something over the map would cut in two, or the edge of the answer below it. */
export function CoveredNames() {
  const map = useMap();
  useEffect(() => {
    let turn = 0;
    const look = () => {
      cancelAnimationFrame(turn);
      turn = requestAnimationFrame(() => hideCovered(map));
    };
    const added = new MutationObserver(look);
    added.observe(map.getPanes().markerPane, { childList: true });
    const resized = new ResizeObserver(look);
    for (const element of map.getContainer().parentElement?.querySelectorAll(marked) ?? []) resized.observe(element);
    map.on('moveend', look);
    return () => {
      cancelAnimationFrame(turn);
      added.disconnect();
      resized.disconnect();
      map.off('moveend', look);
    };
  }, [map]);
  return null;
}

function hideCovered(map: LeafletMap): void {
  const frame = map.getContainer().parentElement;
  const boxes = [...(frame?.querySelectorAll(over) ?? [])].map((element) => element.getBoundingClientRect());
  const lowest = Math.max(...boxes.map(({ bottom }) => bottom));
  const names = [...map.getPanes().markerPane.querySelectorAll<HTMLElement>('div[aria-hidden]')];
  const areCovered = names.map((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    if (bottom > lowest) return true;
    return boxes.some(
      (box) => box.width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top,
    );
  });
  names.forEach((name, at) => {
    name.style.visibility = areCovered[at] ? 'hidden' : '';
  });
}
