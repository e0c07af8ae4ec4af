import { divIcon } from 'leaflet';
import { memo, useDeferredValue } from 'react';
import { Marker } from 'react-leaflet';
import { type Town, towns } from '#lib/places/towns.ts';
import styles from './TownLabels.module.css';
import { useZoom } from './use-zoom.ts';

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
  const wrapper = document.createElement('div');
  wrapper.className = [styles.town, fromZoom < 5.5 ? styles.city : ''].join(' ');
  wrapper.ariaHidden = 'true';
  wrapper.append(label);
  return divIcon({ html: wrapper, className: '', iconSize: [0, 0] });
}
