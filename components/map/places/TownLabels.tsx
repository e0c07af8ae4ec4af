import { type DivIcon, divIcon } from 'leaflet';
import { memo, useDeferredValue } from 'react';
import { Marker } from 'react-leaflet';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import type { LabelKind } from '#lib/places/map-tile.ts';
import { towns } from '#lib/places/towns.ts';
import styles from './labels.module.css';

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

interface LabelText {
  readonly name: string;
  readonly isMaori: boolean;
  readonly kind: LabelKind | 'city';
}

const icons = new Map<string, DivIcon>();

/** A name on the map; the same object for the same name, so that Leaflet need not make its element again. */
export function labelIcon({ name, isMaori, kind }: LabelText): DivIcon {
  const key = `${kind} ${name}`;
  let icon = icons.get(key);
  if (icon === undefined) {
    icon = makeIcon({ name, isMaori, kind });
    icons.set(key, icon);
  }
  return icon;
}

function makeIcon({ name, isMaori, kind }: LabelText): DivIcon {
  const label = document.createElement('span');
  label.textContent = name;
  if (isMaori) label.lang = 'mi';
  const wrapper = document.createElement('div');
  wrapper.className = [styles.label, styles[kind]].join(' ');
  wrapper.ariaHidden = 'true';
  wrapper.append(label);
  return divIcon({ html: wrapper, className: '', iconSize: [0, 0] });
}
