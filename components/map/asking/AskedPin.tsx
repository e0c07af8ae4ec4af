import type { Marker as LeafletMarker } from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { Marker, useMap } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { placeOnMap } from '#components/map/bounds.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { pinIcon } from './pin-icon.ts';
import { askAt } from './point-at.ts';
import type { Ask } from './question.ts';

/** How long the keys rest before the new place is asked about, in milliseconds. */
const restMs = 500;

/** Pixels that a press of an arrow key moves the pin; with Shift, and without. */
const strides = { long: 10, short: 1 };

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface AskedPinProps {
  readonly point: MapPoint;
  readonly onAsk: Ask;
}

/** Where the answer beside the map is about. Dragged, or moved by the arrow keys, it asks where it comes to rest. */
export function AskedPin({ point, onAsk }: AskedPinProps) {
  const say = useSay();
  const map = useMap();
  const marker = useRef<LeafletMarker>(null);
  // while the keys move the pin, it must not be put back
  const position = useMemo(() => placeOnMap(point), [point]);

  useEffect(() => {
    const pin = marker.current;
    const element = pin?.getElement();
    if (pin == null || element === undefined) return;
    element.setAttribute('aria-label', say('map.pin'));
    const listening = new AbortController();
    let resting: ReturnType<typeof setTimeout> | undefined;
    const move = (event: KeyboardEvent) => {
      const direction = directions[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const stride = event.shiftKey ? strides.long : strides.short;
      const by: [number, number] = [direction[0] * stride, direction[1] * stride];
      pin.setLatLng(map.unproject(map.project(pin.getLatLng()).add(by)));
      clearTimeout(resting);
      resting = setTimeout(() => askAt(map, pin.getLatLng(), onAsk), restMs);
    };
    element.addEventListener('keydown', move, { signal: listening.signal });
    return () => {
      listening.abort();
      clearTimeout(resting);
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
