import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type GridLayerOptions,
  type LeafletEventHandlerFn,
  type LeafletEventHandlerFnMap,
  type TileEvent,
  Util,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { Pane, TileLayer, useMap } from 'react-leaflet';
import { maxZoom } from '#components/map/bounds.ts';
import type { CoverageLayer } from '#lib/map/layers/coverage-layers.ts';
import { LEAST_ZOOM, MOST_ZOOM, TILE_PIXELS } from '#lib/tiles/grid.ts';
import { panes } from './panes.ts';

/** Called for the layer of these pictures, with whether some of its tiles on the map could not be loaded. */
type OnTiles = (pictures: string, areLacking: boolean) => void;

function tileEvents(pictures: string, onTiles: OnTiles): LeafletEventHandlerFnMap {
  const tell = ({ type, target, tile }: TileEvent) => {
    if (type === 'tileerror') tile.dataset.lost = '';
    onTiles(pictures, target.getContainer().querySelector('[data-lost]') !== null);
  };
  return { tileerror: tell, tileunload: tell, load: tell as LeafletEventHandlerFn };
}

interface CoverageTilesProps {
  /** The visible layers, lowest first. */
  readonly layers: readonly CoverageLayer[];
  /** A share of 1. */
  readonly opacity: number;
  readonly onTiles: OnTiles;
}

/** The coverage of each chosen technology, above the land and the streets, below names and pin. */
export function CoverageTiles({ layers, opacity, onTiles }: CoverageTilesProps) {
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
          eventHandlers={tileEvents(pictures, onTiles)}
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
  readonly onTiles: OnTiles;
}

const options: GridLayerOptions = {
  pane: 'coverage',
  minZoom: LEAST_ZOOM,
  minNativeZoom: LEAST_ZOOM,
  maxNativeZoom: MOST_ZOOM,
  maxZoom,
};

/** The best technology at each place, softer than a layer that was chosen, so that the map can be read below it. */
export function BestTiles({ pictures, strength, onTiles }: BestTilesProps) {
  const map = useMap();
  const layer = useRef<BestLayer>(null);
  useEffect(() => {
    const shown = new BestLayer(pictures);
    map.addLayer(shown.on(tileEvents(pictures, onTiles)));
    layer.current = shown;
    return () => void shown.remove();
  }, [map, pictures, onTiles]);
  useEffect(() => void layer.current?.setOpacity(strength * bestStrength), [strength]);
  return null;
}

/** Canvases: browsers report the last large picture as the time at which a page was there, and the page is there before. */
class BestLayer extends GridLayer {
  readonly #pictures: string;

  constructor(pictures: string) {
    super(options);
    this.#pictures = pictures;
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
      (fault: Error) => done(fault, canvas),
    );
    return canvas;
  }
}

/** Rejects what is no picture, such as a refusal. */
async function fetchPicture(url: string): Promise<ImageBitmap> {
  const response = await fetch(url);
  return await createImageBitmap(await response.blob());
}

/** How strongly the best technology is drawn below a layer that was chosen. */
export const bestStrength = 0.7;
