import { divIcon } from 'leaflet';
import { Marker } from 'react-leaflet';
import { placeOnMap } from '#components/map/bounds.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import styles from './LetterPin.module.css';

type Letter = 'A' | 'B';

/** The tip of the pin is at the point. */
const iconOf = (letter: Letter) =>
  divIcon({
    className: styles.pin,
    html: `<svg viewBox="0 0 30 40" aria-hidden="true"><path d="M15 39C15 39 28 25 28 15A13 13 0 0 0 2 15C2 25 15 39 15 39Z"/><text x="15" y="20" text-anchor="middle">${letter}</text></svg>`,
    iconSize: [30, 40],
    iconAnchor: [15, 39],
  });
const icons = { A: iconOf('A'), B: iconOf('B') };

/** Marks a compared point with the letter of its answer. */
export function LetterPin({ letter, point }: { readonly letter: Letter; readonly point: MapPoint }) {
  return (
    <Marker
      position={placeOnMap(point)}
      icon={icons[letter]}
      interactive={false}
      keyboard={false}
      zIndexOffset={1000}
    />
  );
}
