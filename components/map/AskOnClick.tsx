import { useMapEvents } from 'react-leaflet';
import { accuracyAtZoom } from '#lib/map/accuracy.ts';
import { decimalsAtZoom, roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import type { Ask } from './question.ts';

/** A click or tap asks about the point below it, as finely as the map can show. */
export function AskOnClick({ onAsk }: { onAsk: Ask }) {
  const map = useMapEvents({
    click({ latlng: { lat, lng } }) {
      const point = { latitude: lat, longitude: wrapLongitude(lng) };
      const rounded = roundPoint(point, decimalsAtZoom(map.getZoom()));
      onAsk({ point: rounded, address: undefined }, 'map', accuracyAtZoom(lat, map.getZoom()));
    },
  });
  return null;
}
