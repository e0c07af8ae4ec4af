import type { LatLng } from 'leaflet';
import { type RefObject, useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';

/** How long a press lasts, in milliseconds, and how far the finger may move during it, in pixels. */
const pressMs = 600;
const maxMovePixels = 12;

/**
 * Detects a long press on the map, for which phones have no common event.
 *
 * @returns whether the last touch was a long press, so that a click after it must be ignored
 */
export function useLongPress(onPress: (place: LatLng) => void): RefObject<boolean> {
  const map = useMap();
  const wasLong = useRef(false);

  useEffect(() => {
    const container = map.getContainer();
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
    const end = () => {
      clearTimeout(press?.timer);
      press = undefined;
    };
    const begin = (event: PointerEvent) => {
      end();
      wasLong.current = false;
      const { pointerType, isPrimary, target, clientX: x, clientY: y } = event;
      const isElsewhere =
        target instanceof Element && target.closest('.leaflet-control, .leaflet-interactive') !== null;
      if (pointerType !== 'touch' || !isPrimary || isElsewhere) return;
      const place = map.mouseEventToLatLng(event);
      const finish = () => {
        wasLong.current = true;
        onPress(place);
      };
      press = { timer: setTimeout(finish, pressMs), x, y };
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (press !== undefined && Math.hypot(clientX - press.x, clientY - press.y) > maxMovePixels) end();
    };
    container.addEventListener('pointerdown', begin, options);
    container.addEventListener('pointermove', move, options);
    container.addEventListener('pointerup', end, options);
    container.addEventListener('pointercancel', end, options);
    // a context menu would cover the answer
    container.addEventListener(
      'contextmenu',
      (event) => {
        if (press !== undefined || wasLong.current) event.preventDefault();
      },
      options,
    );
    return () => {
      end();
      listening.abort();
    };
  }, [map, onPress]);

  return wasLong;
}
