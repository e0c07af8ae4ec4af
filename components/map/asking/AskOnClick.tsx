import type { LatLng } from 'leaflet';
import { useCallback } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { askAt, pointAt } from './point-at.ts';
import type { Ask } from './question.ts';
import { useLongPress } from './use-long-press.ts';

interface AskOnClickProps {
  readonly onAsk: Ask;
  readonly onNearer: () => void;
}

/** A click or tap points at the place below it; a finger that stays asks there at once, from however far. */
export function AskOnClick({ onAsk, onNearer }: AskOnClickProps) {
  const map = useMap();
  const askThere = useCallback((place: LatLng) => askAt(map, place, onAsk), [map, onAsk]);
  const isLongPress = useLongPress(askThere);
  useMapEvent('click', ({ latlng, originalEvent }) => {
    // the second of two quick clicks only zooms
    if (originalEvent.detail < 2 && !isLongPress.current) pointAt(map, latlng, onAsk, onNearer);
  });
  return null;
}
