import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** What is over the map: its controls, and the parts of elements with this mark. */
const marked = '[data-over-map]';
const parts = `${marked} > *`;
/** What is on the map and must not be under a name or over one. */
const pins = '[data-over-names]';

/**
 * Keeps names clear of what is over them or below the edge of the answer: the name of a town goes to another side of its
 * dot, and a name without room is hidden.
 */
export function CoveredNames() {
  const map = useMap();
  useEffect(() => {
    let turn = 0;
    const look = () => {
      cancelAnimationFrame(turn);
      turn = requestAnimationFrame(() => clearNames(map));
    };
    look();
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

/** Where the name of a town can be, beside its usual place at the right of the dot. */
const sides = ['left', 'above', 'below'];

function clearNames(map: LeafletMap): void {
  const container = map.getContainer();
  const boxesOf = (selector: string) =>
    [...(container.parentElement?.querySelectorAll(selector) ?? [])].map((element) => element.getBoundingClientRect());
  const notes = boxesOf(parts);
  // the usual place of a name is clear of the pin, which points at the dot
  const aroundDots = boxesOf('.leaflet-marker-pane svg');
  const taken = [...notes, ...boxesOf(`.leaflet-control, ${pins}`)].filter(({ width }) => width > 0);
  const frame = container.getBoundingClientRect();
  const lowest = notes.length === 0 ? frame.bottom : Math.max(...notes.map(({ bottom }) => bottom));
  const isFree = (box: DOMRect) => box.bottom <= lowest && !taken.some((other) => touch(box, other));

  const texts = [...map.getPanes().markerPane.querySelectorAll<HTMLElement>('div[aria-hidden] > span')];
  const labels = texts.map((text) => text.parentElement as HTMLElement);
  for (const label of labels) {
    label.style.visibility = '';
    delete label.dataset.side;
  }
  const boxes = texts.map((text) => text.getBoundingClientRect());
  const areFree = boxes.map(isFree);
  const shown = boxes.filter((_, at) => areFree[at]);
  texts.forEach((text, at) => {
    const label = labels[at];
    if (label === undefined || areFree[at]) return;
    const side = sides.find((tried) => {
      label.dataset.side = tried;
      const box = text.getBoundingClientRect();
      const isInside = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top;
      const hasRoom = isInside && isFree(box) && ![...aroundDots, ...shown].some((other) => touch(box, other));
      if (hasRoom) shown.push(box);
      return hasRoom;
    });
    if (side === undefined) label.style.visibility = 'hidden';
  });
}

function touch(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
