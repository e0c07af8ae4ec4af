import { type DivIcon, divIcon } from 'leaflet';
import type { LabelKind } from '#lib/places/map-tile.ts';
import styles from './labels.module.css';

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
