import { Marker } from 'react-leaflet';
import { placeOnMap } from '#components/map/bounds.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { pinIcon } from './pin-icon.ts';

/** Marks a place. */
export function PlacePin({ point }: { point: MapPoint }) {
  return (
    <Marker position={placeOnMap(point)} icon={pinIcon} interactive={false} keyboard={false} zIndexOffset={1000} />
  );
}
