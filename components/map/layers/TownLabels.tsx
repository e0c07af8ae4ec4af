import { divIcon } from 'leaflet';
import { memo, useDeferredValue } from 'react';
import { Marker } from 'react-leaflet';
import { type Town, towns } from '#lib/places/towns.ts';
import styles from './TownLabels.module.css';
import { useZoom } from './use-zoom.ts';

/** The names one finds one's way by; more of them as the map grows. A click on one asks, like one on the land. */
export const TownLabels = memo(function TownLabels() {
  // none while the map itself is mounted: on a slow phone that takes long enough
  const zoom = useDeferredValue(useZoom(), Number.NEGATIVE_INFINITY);
  return towns
    .filter(({ fromZoom }) => zoom >= fromZoom)
    .map((town) => (
      <Marker
        key={town.name}
        position={[town.latitude, town.longitude]}
        icon={iconOf(town)}
        interactive={false}
        keyboard={false}
      />
    ));
});

const icons = new Map(towns.map((town) => [town.name, makeIcon(town)]));

function iconOf(town: Town) {
  return icons.get(town.name);
}

function makeIcon({ name, isMaori, fromZoom }: Town) {
  const label = document.createElement('span');
  label.textContent = name;
  if (isMaori) label.lang = 'mi';
  const holder = document.createElement('div');
  holder.className = [styles.town, fromZoom < 5.5 ? styles.city : ''].join(' ');
  holder.ariaHidden = 'true';
  holder.append(label);
  return divIcon({ html: holder, className: '', iconSize: [0, 0] });
}
