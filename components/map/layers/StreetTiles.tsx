import { Pane, TileLayer } from 'react-leaflet';
import { maxZoom } from '#components/map/bounds.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import { panes } from './panes.ts';
import styles from './StreetTiles.module.css';

/** The street map that the operator configured, above the built-in outline. */
export function StreetTiles({ url }: Pick<StreetMap, 'url'>) {
  return (
    <Pane name="streets" className={styles.streets} style={{ zIndex: panes.streets }}>
      <TileLayer url={url} maxZoom={maxZoom} />
    </Pane>
  );
}
