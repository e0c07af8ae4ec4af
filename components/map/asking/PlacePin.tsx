import { divIcon } from 'leaflet';
import { Marker } from 'react-leaflet';
import { placeOnMap } from '#components/map/bounds.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import styles from './PlacePin.module.css';

/** Marks a place. */
export function PlacePin({ point }: { point: MapPoint }) {
  return (
    <Marker position={placeOnMap(point)} icon={pinIcon} interactive={false} keyboard={false} zIndexOffset={1000} />
  );
}

/** A pin with its tip at the point. */
export const pinIcon = divIcon({
  className: styles.pin,
  html: '<svg viewBox="0 0 30 40" aria-hidden="true"><path d="M15 39C15 39 28 25 28 15A13 13 0 0 0 2 15C2 25 15 39 15 39Z"/><circle cx="15" cy="15" r="5"/></svg>',
  iconSize: [30, 40],
  iconAnchor: [15, 39],
});
