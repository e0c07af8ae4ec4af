import type { LatLng } from 'leaflet';
import { type RefObject, useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';

/** How long a finger stays, in milliseconds, and how far it may stray meanwhile, in pixels. */
const holdMs = 600;
const strayPixels = 12;

/**
 * Tells where one finger stayed on the map; browsers of phones differ in whether they tell.
 *
 * @returns whether the finger that was last put down has been told of: the click that may follow it is none
 */
export function useLongPress(onPress: (place: LatLng) => void): RefObject<boolean> {
  const map = useMap();
  const isTold = useRef(false);

  useEffect(() => {
    const container = map.getContainer();
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    let holding: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
    const letGo = () => {
      clearTimeout(holding?.timer);
      holding = undefined;
    };
    const putDown = (event: PointerEvent) => {
      letGo();
      isTold.current = false;
      const { pointerType, isPrimary, target, clientX: x, clientY: y } = event;
      const isElsewhere =
        target instanceof Element && target.closest('.leaflet-control, .leaflet-interactive') !== null;
      if (pointerType !== 'touch' || !isPrimary || isElsewhere) return;
      const place = map.mouseEventToLatLng(event);
      const tell = () => {
        isTold.current = true;
        onPress(place);
      };
      holding = { timer: setTimeout(tell, holdMs), x, y };
    };
    const stray = ({ clientX, clientY }: PointerEvent) => {
      if (holding !== undefined && Math.hypot(clientX - holding.x, clientY - holding.y) > strayPixels) letGo();
    };
    container.addEventListener('pointerdown', putDown, options);
    container.addEventListener('pointermove', stray, options);
    container.addEventListener('pointerup', letGo, options);
    container.addEventListener('pointercancel', letGo, options);
    // a menu over the answer would be in the way
    container.addEventListener(
      'contextmenu',
      (event) => {
        if (holding !== undefined || isTold.current) event.preventDefault();
      },
      options,
    );
    return () => {
      letGo();
      listening.abort();
    };
  }, [map, onPress]);

  return isTold;
}
