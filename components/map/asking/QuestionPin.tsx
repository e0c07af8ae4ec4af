import type { Marker as LeafletMarker } from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { Marker, useMap } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { placeOnMap } from '#components/map/bounds.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { pinIcon } from './PlacePin.tsx';
import { askAt } from './point-at.ts';
import type { Ask } from './question.ts';

/** How long to wait after the last key press before asking about the new place, in milliseconds. */
const askAfterMs = 500;

/** Pixels that an arrow key moves the pin, with and without Shift. */
const steps = { long: 10, short: 1 };

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface QuestionPinProps {
  readonly point: MapPoint;
  readonly onAsk: Ask;
}

/** Marks the point of the answer. Dragged, or moved by arrow keys, it asks about its new place. */
export function QuestionPin({ point, onAsk }: QuestionPinProps) {
  const say = useSay();
  const map = useMap();
  const marker = useRef<LeafletMarker>(null);
  // a new array would move the pin back while the keys move it
  const position = useMemo(() => placeOnMap(point), [point]);

  useEffect(() => {
    const pin = marker.current;
    const element = pin?.getElement();
    if (pin == null || element === undefined) return;
    element.setAttribute('aria-label', say('map.pin'));
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const move = (event: KeyboardEvent) => {
      const direction = directions[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? steps.long : steps.short;
      const by: [number, number] = [direction[0] * step, direction[1] * step];
      pin.setLatLng(map.unproject(map.project(pin.getLatLng()).add(by)));
      clearTimeout(timer);
      timer = setTimeout(() => askAt(map, pin.getLatLng(), onAsk), askAfterMs);
    };
    element.addEventListener('keydown', move, { signal: listening.signal });
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [map, onAsk, say]);

  return (
    <Marker
      ref={marker}
      position={position}
      icon={pinIcon}
      draggable
      autoPan
      zIndexOffset={1000}
      eventHandlers={{ dragend: ({ target }) => askAt(map, target.getLatLng(), onAsk) }}
    />
  );
}
