import type { LatLng } from 'leaflet';
import { useCallback } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { KeyboardCross } from './KeyboardCross.tsx';
import { askAt, pointAt } from './point-at.ts';
import type { Ask } from './question.ts';
import { useLongPress } from './use-long-press.ts';

interface AskOnMapProps {
  readonly onAsk: Ask;
  readonly onZoomIn: () => void;
}

/** A click, a tap, or Enter on the keyboard points at a place; a long press asks about it at once, at any zoom. */
export function AskOnMap({ onAsk, onZoomIn }: AskOnMapProps) {
  const map = useMap();
  const ask = useCallback((place: LatLng) => askAt(map, place, onAsk), [map, onAsk]);
  const point = useCallback((place: LatLng) => pointAt(map, place, onAsk, onZoomIn), [map, onAsk, onZoomIn]);
  const isLongPress = useLongPress(ask);
  useMapEvent('click', ({ latlng, originalEvent }) => {
    // the second of two quick clicks only zooms
    if (originalEvent.detail < 2 && !isLongPress.current) point(latlng);
  });
  return <KeyboardCross label="map.label" keys="map.keys" onEnter={point} />;
}
