import { memo, useDeferredValue } from 'react';
import { Marker } from 'react-leaflet';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import { towns } from '#lib/places/towns.ts';
import { labelIcon } from './label-icon.ts';

/** The names of towns, more of them as the map zooms in. They do not react to clicks, which reach the map below. */
export const TownLabels = memo(function TownLabels() {
  // none while the map itself is mounted, which takes long enough on a slow phone
  const zoom = useDeferredValue(useZoom(), Number.NEGATIVE_INFINITY);
  return towns
    .filter(({ fromZoom }) => zoom >= fromZoom)
    .map((town) => (
      <Marker
        key={town.name}
        position={[town.latitude, town.longitude]}
        icon={labelIcon({ ...town, kind: town.fromZoom < 5.5 ? 'city' : 'town' })}
        interactive={false}
        keyboard={false}
      />
    ));
});
