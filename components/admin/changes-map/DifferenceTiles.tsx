import { type Coords, type DoneCallback, GridLayer, type Map as LeafletMap, point, Util } from 'leaflet';
import { useEffect, useSyncExternalStore } from 'react';
import { useMap } from 'react-leaflet';
import { dark, light } from '#components/theme.ts';
import { squareCorners } from '#lib/map/layers/changed-places.ts';
import { type Pixels, paintDifference, parseColour, type Rectangle } from '#lib/map/layers/difference-picture.ts';

const tilePixels = 256;

interface DifferenceTilesProps {
  /** Addresses of the pictures to compare; undefined where nothing was or is covered. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Squares where other offers replaced offers; see `DrawnSquares`. */
  readonly altered: readonly number[];
  readonly onFault: () => void;
}

type Draw = (coords: Coords, canvas: HTMLCanvasElement) => Promise<void>;

/** Tiles that are drawn in the browser. */
class CanvasTiles extends GridLayer {
  readonly #side: number;
  readonly #draw: Draw;
  readonly #onFault: () => void;

  constructor(side: number, draw: Draw, onFault: () => void) {
    super({ minZoom: 4, maxZoom: 16 });
    this.#side = side;
    this.#draw = draw;
    this.#onFault = onFault;
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    canvas.width = this.#side;
    canvas.height = this.#side;
    this.#draw(coords, canvas).then(
      () => done(undefined, canvas),
      (fault: Error) => {
        this.#onFault();
        done(fault, canvas);
      },
    );
    return canvas;
  }
}

/** What changed, to the pixel: the pictures before and after are compared tile by tile. */
export function DifferenceTiles({ before, after, altered, onFault }: DifferenceTilesProps) {
  const map = useMap();
  const palette = usePalette();

  useEffect(() => {
    const density = window.devicePixelRatio > 1 ? 2 : 1;
    const colours = {
      gained: parseColour(palette.planned),
      lost: parseColour(palette.fault),
      altered: parseColour(palette.underway),
      unchanged: parseColour(palette.inkQuiet),
    };
    const rings = squareCorners(altered);
    const draw = async (coords: Coords, canvas: HTMLCanvasElement) => {
      const side = tilePixels * density;
      const [then, now] = await Promise.all([
        pixelsOf(before, coords, density, side),
        pixelsOf(after, coords, density, side),
      ]);
      const painted = new ImageData(side, side);
      const rectangles = rings.map((ring) => rectangleOf(map, ring, coords, density));
      paintDifference(
        { before: then, after: now, side, density, altered: rectangles, colours, isOverview: coords.z < 9 },
        painted.data,
      );
      canvas.getContext('2d')?.putImageData(painted, 0, 0);
    };
    const layer = new CanvasTiles(tilePixels * density, draw, onFault);
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, palette, before, after, altered, onFault]);

  return null;
}

/** The pixels of a tile's picture; undefined if it has no picture. */
async function pixelsOf(
  address: string | undefined,
  { x, y, z }: Coords,
  density: number,
  side: number,
): Promise<Pixels | undefined> {
  if (address === undefined || y < 0 || y >= 2 ** z) return undefined;
  const image = new Image();
  image.src = Util.template(address, { x: ((x % 2 ** z) + 2 ** z) % 2 ** z, y, z, r: density === 2 ? '@2x' : '' });
  await image.decode();
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  return context?.getImageData(0, 0, side, side).data;
}

/** A ring of latitudes and longitudes in pixels of a tile. */
function rectangleOf(map: LeafletMap, ring: [number, number][], { x, y, z }: Coords, density: number): Rectangle {
  const corner = point(x, y).multiplyBy(tilePixels);
  const corners = ring.map((place) => map.project(place, z).subtract(corner).multiplyBy(density));
  return {
    left: Math.min(...corners.map((at) => at.x)),
    right: Math.max(...corners.map((at) => at.x)),
    top: Math.min(...corners.map((at) => at.y)),
    bottom: Math.max(...corners.map((at) => at.y)),
  };
}

const darkMode = '(prefers-color-scheme: dark)';

/** The palette of the page. */
function usePalette() {
  const isDark = useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(darkMode);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(darkMode).matches,
  );
  return isDark ? dark : light;
}
