import { Pane, TileLayer } from 'react-leaflet';
import { maxZoom } from '#components/map/bounds.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import { LEAST_ZOOM, MOST_ZOOM } from '#lib/tiles/grid.ts';
import { panes } from './panes.ts';

interface CoverageTilesProps {
  /** The visible layers, lowest first. */
  readonly layers: readonly CoverageLayer[];
  /** A share of 1. */
  readonly opacity: number;
  /** Called when a tile cannot be loaded. */
  readonly onMissing: () => void;
}

/** The coverage of each chosen technology, above the land and the streets, below names and pin. */
export function CoverageTiles({ layers, opacity, onMissing }: CoverageTilesProps) {
  return (
    <Pane name="coverage" style={{ zIndex: panes.coverage, pointerEvents: 'none' }}>
      {layers.map(({ setId, pictures }, place) => (
        <TileLayer
          // each version has its own addresses
          key={`${setId} ${pictures}`}
          url={pictures}
          minZoom={LEAST_ZOOM}
          minNativeZoom={LEAST_ZOOM}
          maxNativeZoom={MOST_ZOOM}
          maxZoom={maxZoom}
          zIndex={place + 1}
          opacity={opacity}
          eventHandlers={{ tileerror: onMissing }}
        />
      ))}
    </Pane>
  );
}
