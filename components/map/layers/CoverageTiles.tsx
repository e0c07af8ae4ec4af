import { Pane, TileLayer } from 'react-leaflet';
import { mostZoom } from '#components/map/bounds.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import { LEAST_ZOOM, MOST_ZOOM } from '#lib/tiles/grid.ts';
import { panes } from './panes.ts';

interface CoverageTilesProps {
  /** Those to be drawn, the lowest first. */
  readonly layers: readonly CoverageLayer[];
  /** In percent. */
  readonly opacity: number;
  /** A tile did not come. */
  readonly onMissing: () => void;
}

/** Where each chosen technology is offered, over the land and the streets and below names and pin. */
export function CoverageTiles({ layers, opacity, onMissing }: CoverageTilesProps) {
  return (
    <Pane name="coverage" style={{ zIndex: panes.coverage, pointerEvents: 'none' }}>
      {layers.map(({ setId, pictures }, place) => (
        <TileLayer
          // another version has other addresses
          key={`${setId} ${pictures}`}
          url={pictures}
          minZoom={LEAST_ZOOM}
          minNativeZoom={LEAST_ZOOM}
          maxNativeZoom={MOST_ZOOM}
          maxZoom={mostZoom}
          zIndex={place + 1}
          opacity={opacity / 100}
          eventHandlers={{ tileerror: onMissing }}
        />
      ))}
    </Pane>
  );
}
