import { Pane, TileLayer } from 'react-leaflet';
import { maxZoom } from '#components/map/bounds.ts';
import { panes } from '#components/map/layers/panes.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import styles from './StreetTiles.module.css';

interface StreetTilesProps extends Pick<StreetMap, 'url'> {
  /** Photographs keep their colours in the dark. */
  readonly isAerial: boolean;
  readonly onTile: (arrived: boolean) => void;
}

/** The street map or the photographs that the operator configured, above the built-in map. */
export function StreetTiles({ url, isAerial, onTile }: StreetTilesProps) {
  return (
    <Pane
      name={isAerial ? 'aerial' : 'streets'}
      className={isAerial ? '' : (styles.streets ?? '')}
      style={{ zIndex: panes.streets }}
    >
      <TileLayer
        url={url}
        maxZoom={maxZoom}
        eventHandlers={{ tileload: () => onTile(true), tileerror: () => onTile(false) }}
      />
    </Pane>
  );
}
