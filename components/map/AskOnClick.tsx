import { useEffect, useRef } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { askAt, pointAt } from './point-at.ts';
import type { Ask } from './question.ts';

interface AskOnClickProps {
  readonly onAsk: Ask;
  readonly onNearer: () => void;
}

/** A click or tap points at the place below it; a finger that stays asks there at once, from however far. */
export function AskOnClick({ onAsk, onNearer }: AskOnClickProps) {
  const map = useMap();
  const pointer = useRef('');

  useEffect(() => {
    const listening = new AbortController();
    const remember = ({ pointerType }: PointerEvent) => {
      pointer.current = pointerType;
    };
    map.getContainer().addEventListener('pointerdown', remember, { signal: listening.signal, capture: true });
    return () => listening.abort();
  }, [map]);

  useMapEvent('click', ({ latlng, originalEvent }) => {
    // the second of two quick clicks only zooms
    if (originalEvent.detail < 2) pointAt(map, latlng, onAsk, onNearer);
  });
  useMapEvent('contextmenu', ({ latlng, originalEvent }) => {
    // a mouse's right button still opens the browser's own menu
    if (pointer.current !== 'touch') return;
    originalEvent.preventDefault();
    askAt(map, latlng, onAsk);
  });
  return null;
}
