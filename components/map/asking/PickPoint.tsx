import type { LatLng } from 'leaflet';
import { useCallback } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import { KeyboardCross } from './KeyboardCross.tsx';
import { pointOnMap } from './point-at.ts';

interface PickPointProps {
  /** The name of the map for screen readers, and the hint on its keys. */
  readonly label: MessageKey;
  readonly keys: MessageKey;
  readonly onPick: (point: MapPoint) => void;
}

/** A click, a tap, or Enter on the keyboard picks a point. */
export function PickPoint({ label, keys, onPick }: PickPointProps) {
  const map = useMap();
  const pick = useCallback((place: LatLng) => onPick(pointOnMap(map, place)), [map, onPick]);
  useMapEvent('click', ({ latlng }) => pick(latlng));
  return <KeyboardCross label={label} keys={keys} onEnter={pick} />;
}
