import { type Coords, type DoneCallback, GridLayer, type GridLayerOptions, Util } from 'leaflet';
import { useEffect, useRef } from 'react';
import { Pane, TileLayer, useMap } from 'react-leaflet';
import { maxZoom } from '#components/map/bounds.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import { LEAST_ZOOM, MOST_ZOOM, TILE_PIXELS } from '#lib/tiles/grid.ts';
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

interface BestTilesProps {
  /** The path of its tiles, with placeholders. */
  readonly pictures: string;
  /** Of chosen layers, a share of 1. */
  readonly strength: number;
  /** Called when a tile cannot be loaded. */
  readonly onMissing: () => void;
}

const options: GridLayerOptions = {
  pane: 'coverage',
  minZoom: LEAST_ZOOM,
  minNativeZoom: LEAST_ZOOM,
  maxNativeZoom: MOST_ZOOM,
  maxZoom,
};

/** The best technology at each place, softer than a layer that was chosen, so that the map can be read below it. */
export function BestTiles({ pictures, strength, onMissing }: BestTilesProps) {
  const map = useMap();
  const layer = useRef<BestLayer>(null);
  useEffect(() => {
    const shown = new BestLayer(pictures, onMissing);
    map.addLayer(shown);
    layer.current = shown;
    return () => void shown.remove();
  }, [map, pictures, onMissing]);
  useEffect(() => void layer.current?.setOpacity(strength * bestStrength), [strength]);
  return null;
}

/** Canvases: browsers report the last large picture as the time at which a page was there, and the page is there before. */
class BestLayer extends GridLayer {
  readonly #pictures: string;
  readonly #onMissing: () => void;

  constructor(pictures: string, onMissing: () => void) {
    super(options);
    this.#pictures = pictures;
    this.#onMissing = onMissing;
  }

  override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const isDense = window.devicePixelRatio > 1;
    canvas.width = TILE_PIXELS * (isDense ? 2 : 1);
    canvas.height = canvas.width;
    fetchPicture(Util.template(this.#pictures, { x, y, z, r: isDense ? '@2x' : '' })).then(
      (picture) => {
        canvas.getContext('2d')?.drawImage(picture, 0, 0);
        done(undefined, canvas);
      },
      (fault: Error) => {
        this.#onMissing();
        done(fault, canvas);
      },
    );
    return canvas;
  }
}

async function fetchPicture(url: string): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The tile is ${response.status}.`);
  return await createImageBitmap(await response.blob());
}

/** How strongly the best technology is drawn below a layer that was chosen. */
export const bestStrength = 0.7;
